import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { decidedSource } from "../support/decided-source.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

type Row = readonly [
  kind: string,
  body: unknown,
  problem: readonly [field: string, sentence: string, place?: string],
  source?: object,
];

const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };
const LONG_NAME = "x".repeat(LIMITS.nameCharacters + 1);
const OPTIONS = Array.from({ length: 60 }, (_, index) => `Option ${index}`);
const FIELDS = [
  ...LEAD_FIELDS,
  { key: "court", label: "Court", type: "select" as const, options: OPTIONS },
  { key: "long", label: "A question ".repeat(12).trim(), type: "number" as const, options: [] },
];

const answer = (ref: string) => `form_response.answers[field.ref=${ref}].text`;
const TYPEFORM = {
  mapping: {
    email: [answer("email"), answer("work_email"), answer("other_email")],
    phone: answer("phone"),
  },
};
const SIGNED = { signature: { header: "X-Signature", secret: "s3cret" } };
const SECRET = { body_secret: { path: "google_key", value: "s3cret" } };

const NAMES = "Looked at full_name, fullName, name.";
const PHONES = "Looked at phone, phone_number, phoneNumber.";
const CONTACTS = "Looked at email, phone, phone_number, phoneNumber. Nothing uses mail.";

const ROWS: Row[] = [
  [
    "no contact",
    { first_name: "Ada", last_name: "Lovelace", mail: "ada@example.com" },
    ["email", "No email or phone number found.", CONTACTS],
  ],
  [
    "no contact beside values that conditions use",
    { first_name: "Ada", last_name: "Lovelace", event: { type: "form" }, website: null, mail: "a" },
    ["email", "No email or phone number found.", CONTACTS],
    {
      accept_when: [{ path: "event.type", equals: "form" }],
      test_when: [{ path: "website", present: true }],
    },
  ],
  [
    "no contact at long paths",
    { first_name: "Ada", last_name: "Lovelace" },
    [
      "email",
      "No email or phone number found.",
      `Looked at ${answer("email")}, ${answer("work_email")} and more.`,
    ],
    TYPEFORM,
  ],
  [
    "one name",
    { name: "Cher", email: "cher@example.com" },
    [
      "full_name",
      "Full name has one word, which is the last name: send two, or give first_name a fallback.",
      NAMES,
    ],
  ],
  [
    "an address that is none",
    { ...ADA, email: "ada" },
    ["email", "Email must be an email address.", "Looked at email."],
  ],
  [
    "a name that is too long",
    { ...ADA, first_name: LONG_NAME },
    ["first_name", "First name must have at most 200 characters.", "Looked at first_name, firstName."],
  ],
  [
    "a name that ends in half a character",
    { ...ADA, first_name: "Ada\ud83d" },
    ["first_name", "First name must be well-formed Unicode.", "Looked at first_name, firstName."],
  ],
  [
    "an object for a text",
    { ...ADA, email: "", phone: { number: 1 } },
    ["phone", "Phone must be text or a number.", PHONES],
  ],
  [
    "an object for the only name",
    { name: { first: "Ada" }, email: ADA.email },
    ["full_name", "Full name must be text or a number.", NAMES],
  ],
  [
    "a full name that is too long to be divided",
    { name: "Ada ".repeat(1_001), email: ADA.email },
    ["full_name", "Full name must have at most 4000 characters.", NAMES],
  ],
  [
    "an id that has lost digits",
    { ...ADA, external_id: 2 ** 60 },
    [
      "external_id",
      "External id is a number that has lost digits: send it as text.",
      "Looked at external_id, externalId.",
    ],
  ],
  [
    "a list with a number that has lost digits",
    { ...ADA, email: "", phone: ["+1", 2 ** 60] },
    ["phone", "Phone has a number that has lost digits: send it as text.", PHONES],
  ],
  [
    "a boolean for the firm's text",
    { ...ADA, summary: true },
    ["data.summary", "Summary must be text or a number.", "Looked at summary."],
  ],
  [
    "a value of the firm's field",
    { ...ADA, case_type: "Tax" },
    ["data.case_type", "Case type must be one of: Family, Injury.", "Looked at case_type."],
  ],
  [
    "a value of a field with many options",
    { ...ADA, court: "Tax" },
    ["data.court", `Court must be one of: ${OPTIONS.slice(0, 8).join(", ")} and more.`, "Looked at court."],
  ],
  [
    "a value of a field with a long label",
    { ...ADA, long: "many" },
    [
      "data.long",
      "A question A question A question A ques… must be a number such as 1500 or 12.5.",
      "Looked at long.",
    ],
  ],
  ["a body that is no JSON", "{", ["body", "The body must be well-formed JSON."]],
  [
    "a field that holds no JSON",
    { rawRequest: "{" },
    ["body", "The body must be well-formed JSON in the field rawRequest."],
    { json_fields: ["rawRequest"] },
  ],
  ["no signature", ADA, ["X-Signature", "No signature found.", "Looked at the header X-Signature."], SIGNED],
  ["no secret", ADA, ["google_key", "No secret of the source found.", "Looked at google_key."], SECRET],
  [
    "another secret",
    { ...ADA, google_key: "other" },
    ["google_key", "The secret is not that of the source.", "Looked at google_key."],
    SECRET,
  ],
];

const MAXIMUM = 120;

describe("a rejection says what is wrong, then where it looked:", () => {
  /** Expects that the rejection is stored, and that no lead is. */
  const expectRejected = async (
    { body, source = {} }: { body: unknown; source?: object },
    error: { message: string; details: readonly object[] | null },
  ) => {
    const { deliver, stored, leads } = await decidedSource({ source, settings: { leadFields: FIELDS } });
    const delivery = await deliver(body);
    const isUnproven = "signature" in source || "body_secret" in source;
    const refused = isUnproven ? "invalid_signature" : "invalid_request";
    const code = error.details === null ? "payload_too_large" : refused;
    const result = { outcome: "rejected", leadId: null, externalId: null, error: { ...error, code } };
    expect(delivery).toMatchObject(result);
    expect(stored(delivery)).toMatchObject(result);
    expect([error.message.length <= MAXIMUM, leads()]).toEqual([true, []]);
  };

  it.each(ROWS)("%s", async (_kind, body, [field, message, ...places], source = {}) => {
    const details = [{ field, message: [message, ...places].join(" ") }];
    await expectRejected({ body, source }, { message, details });
  });

  it("nothing at all", async () => {
    const message = "No first name found. No last name found. No email or phone number found.";
    const names = "full_name, fullName, name.";
    await expectRejected(
      { body: {} },
      {
        message,
        details: [
          { field: "first_name", message: `No first name found. Looked at first_name, firstName, ${names}` },
          { field: "last_name", message: `No last name found. Looked at last_name, lastName, ${names}` },
          {
            field: "email",
            message: "No email or phone number found. Looked at email, phone, phone_number, phoneNumber.",
          },
        ],
      },
    );
  });

  it("many wrong values", async () => {
    const values = { case_type: "Tax", value: "much", urgent: "maybe", email: "ada" };
    const message =
      "Case type must be one of: Family, Injury. Value must be a number such as 1500 or 12.5. And 2 more, see details.";
    const details = Object.keys(values).map((name) => ({
      field: name === "email" ? name : `data.${name}`,
      message: expect.stringMatching(new RegExp(`Looked at ${name}\\.$`)),
    }));
    await expectRejected({ body: { ...ADA, ...values } }, { message, details });
  });

  it("a body that is too large", async () => {
    const body = { padding: "x".repeat(LIMITS.bodyBytes) };
    await expectRejected({ body }, { message: "The body may have at most 65536 bytes.", details: null });
  });

  it("a wrong signature", async () => {
    const source = await decidedSource({ source: SIGNED });
    const { error } = await source.deliver(ADA, { "x-signature": "00" });
    const message = "The signature is not that of the body with the source's secret.";
    const details = [{ field: "X-Signature", message: `${message} Looked at the header X-Signature.` }];
    expect(error).toEqual({ code: "invalid_signature", message, details });
  });

  it("a page of another origin", async () => {
    const source = await decidedSource({ source: { allowed_origins: ["https://www.example.com"] } });
    const { error } = await source.deliver(ADA, { origin: "https://other.example.com" });
    const message = "The source does not allow forms on pages of this origin.";
    expect(error).toEqual({ code: "origin_not_allowed", message, details: [{ field: "Origin", message }] });
  });

  it("a firm without an open stage", async () => {
    const stages = [{ key: "lost", name: "Lost", terminal: true }];
    const source = await decidedSource({ settings: { stages } });
    const { error } = await source.deliver(ADA);
    const message = "The firm has no open stage for the lead.";
    expect(error).toEqual({ code: "no_open_stage", message, details: null });
  });
});
