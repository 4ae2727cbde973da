import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { decidedSource } from "../support/decided-source.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

type Detail = readonly [field: string, message: string];
type Row = readonly [
  kind: string,
  body: unknown,
  message: string,
  details: readonly Detail[] | null,
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

const ROWS: Row[] = [
  [
    "no contact",
    { first_name: "Ada", last_name: "Lovelace", mail: "ada@example.com" },
    "No email or phone number found.",
    [
      [
        "email",
        "No email or phone number found. Looked at email, phone, phone_number, phoneNumber. Nothing uses mail.",
      ],
    ],
  ],
  [
    "nothing at all",
    {},
    "No first name found. No last name found. No email or phone number found.",
    [
      ["first_name", "No first name found. Looked at first_name, firstName, full_name, fullName, name."],
      ["last_name", "No last name found. Looked at last_name, lastName, full_name, fullName, name."],
      ["email", "No email or phone number found. Looked at email, phone, phone_number, phoneNumber."],
    ],
  ],
  [
    "no contact at long paths",
    { first_name: "Ada", last_name: "Lovelace" },
    "No email or phone number found.",
    [
      [
        "email",
        `No email or phone number found. Looked at ${answer("email")}, ${answer("work_email")} and more.`,
      ],
    ],
    TYPEFORM,
  ],
  [
    "one name",
    { name: "Cher", email: "cher@example.com" },
    "Full name has one word, which is the last name: send two, or give first_name a fallback.",
    [
      [
        "full_name",
        "Full name has one word, which is the last name: send two, or give first_name a fallback. Looked at full_name, fullName, name.",
      ],
    ],
  ],
  [
    "an address that is none",
    { ...ADA, email: "ada" },
    "Email must be an email address.",
    [["email", "Email must be an email address. Looked at email."]],
  ],
  [
    "a name that is too long",
    { ...ADA, first_name: LONG_NAME },
    "First name must have at most 200 characters.",
    [["first_name", "First name must have at most 200 characters. Looked at first_name, firstName."]],
  ],
  [
    "an object for a text",
    { ...ADA, phone: { number: 1 } },
    "Phone must be text or a number.",
    [["phone", "Phone must be text or a number. Looked at phone, phone_number, phoneNumber."]],
  ],
  [
    "an id that has lost digits",
    { ...ADA, external_id: 2 ** 60 },
    "External id is a number that has lost digits: send it as text.",
    [
      [
        "external_id",
        "External id is a number that has lost digits: send it as text. Looked at external_id, externalId.",
      ],
    ],
  ],
  [
    "a value of the firm's field",
    { ...ADA, case_type: "Tax" },
    "Case type must be one of: Family, Injury.",
    [["data.case_type", "Case type must be one of: Family, Injury. Looked at case_type."]],
  ],
  [
    "a value of a field with many options",
    { ...ADA, court: "Tax" },
    `Court must be one of: ${OPTIONS.slice(0, 8).join(", ")} and more.`,
    [["data.court", `Court must be one of: ${OPTIONS.slice(0, 8).join(", ")} and more. Looked at court.`]],
  ],
  [
    "a value of a field with a long label",
    { ...ADA, long: "many" },
    "A question A question A question A ques… must be a number such as 1500 or 12.5.",
    [
      [
        "data.long",
        "A question A question A question A ques… must be a number such as 1500 or 12.5. Looked at long.",
      ],
    ],
  ],
  [
    "many wrong values",
    { ...ADA, email: "ada", case_type: "Tax", incident_date: "soon", value: "much", urgent: "maybe" },
    "Case type must be one of: Family, Injury. Date of incident must be a date (YYYY-MM-DD). And 3 more, see details.",
    [
      ["data.case_type", "Case type must be one of: Family, Injury. Looked at case_type."],
      ["data.incident_date", "Date of incident must be a date (YYYY-MM-DD). Looked at incident_date."],
      ["data.value", "Value must be a number such as 1500 or 12.5. Looked at value."],
      ["data.urgent", "Urgent must be true or false. Looked at urgent."],
      ["email", "Email must be an email address. Looked at email."],
    ],
  ],
  [
    "a body that is no JSON",
    "{",
    "The body must be well-formed JSON.",
    [["body", "The body must be well-formed JSON."]],
  ],
  [
    "a field that holds no JSON",
    { rawRequest: "{" },
    "The body must be well-formed JSON in the field rawRequest.",
    [["body", "The body must be well-formed JSON in the field rawRequest."]],
    { json_fields: ["rawRequest"] },
  ],
  [
    "a body that is too large",
    { padding: "x".repeat(LIMITS.bodyBytes) },
    "The body may have at most 65536 bytes.",
    null,
  ],
  [
    "no signature",
    ADA,
    "No signature found.",
    [["X-Signature", "No signature found. Looked at the header X-Signature."]],
    SIGNED,
  ],
  [
    "no secret",
    ADA,
    "No secret of the source found.",
    [["google_key", "No secret of the source found. Looked at google_key."]],
    SECRET,
  ],
  [
    "another secret",
    { ...ADA, google_key: "other" },
    "The secret is not that of the source.",
    [["google_key", "The secret is not that of the source. Looked at google_key."]],
    SECRET,
  ],
];

const MAXIMUM = 120;

describe("a rejection says what is wrong, then where it looked:", () => {
  it.each(ROWS)("%s", async (...[, body, message, details, settings = {}]) => {
    const code = message.startsWith("The body may have")
      ? "payload_too_large"
      : "signature" in settings || "body_secret" in settings
        ? "invalid_signature"
        : "invalid_request";
    const source = await decidedSource({ source: settings, settings: { leadFields: FIELDS } });
    const delivery = await source.deliver(body);
    const expected = details?.map(([field, text]) => ({ field, message: text })) ?? null;
    const rejected = { outcome: "rejected", leadId: null, externalId: null };
    expect(delivery).toMatchObject({ ...rejected, error: { code, message, details: expected } });
    expect(source.stored(delivery)).toMatchObject(delivery);
    expect(source.leads()).toEqual([]);
    expect(message.length).toBeLessThanOrEqual(MAXIMUM);
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
