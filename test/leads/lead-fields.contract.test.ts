import { describe, expect, it } from "@jest/globals";
import { createLeadEndpoint, updateLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { bodyParser } from "../support/body-parser.ts";
import { ADA, WHOLE_ADA } from "../support/leads.ts";

const MEMBER = "0194f0a0-0000-7000-8000-00000000000a";
const TEXTS = ["first_name", "last_name", "source", "email", "phone"];
const emailOf = (characters: number) => `${"a".repeat(60)}@${"b.".repeat(94)}${"c".repeat(characters - 249)}`;

const [create, update] = [bodyParser(createLeadEndpoint.body()), bodyParser(updateLeadEndpoint.body())];

it("a new lead needs a phone with more than the prefix of a number when it has no email", () => {
  expect(create.invalidFields({ ...ADA, email: undefined, phone: "tel:" })).toEqual(["email"]);
});

it("a new lead that lacks nothing may have misspelled names beside it", () => {
  const misspelled = { firstname: "Eve", e_mail: "eve@example.com" };
  expect(create.parsed({ ...ADA, ...misspelled })).toEqual(create.parsed(ADA));
});

describe.each([
  { body: "createLead", parser: create, valid: ADA as object },
  { body: "updateLead", parser: update, valid: {} },
])("the body of $body", ({ parser, valid }) => {
  const parsed = (fields: object) => parser.parsed({ ...valid, ...fields });
  const invalidFields = (fields: object) => parser.invalidFields({ ...valid, ...fields });

  it("is trimmed, with email and assignee in lower case", () => {
    const untidy = {
      first_name: "  Ada\t",
      last_name: "\n Love lace ",
      email: " ADA@Example.COM ",
      phone: " 212 ",
      source: " Web Site ",
      assignee_id: MEMBER.toUpperCase(),
      data: { note: " left to the validators of the firm's fields " },
    };
    expect(parsed(untidy)).toMatchObject({
      first_name: "Ada",
      last_name: "Love lace",
      email: "ada@example.com",
      phone: "212",
      source: "Web Site",
      assignee_id: MEMBER,
      data: untidy.data,
    });
  });

  it.each(["id", "firm_id", "archived", "created_at", "last_activity_at", "constructor", "__proto__"])(
    "loses the field %j, which a caller cannot set",
    (field) => {
      const body = JSON.parse(`{${JSON.stringify(field)}: "x"}`);
      const taken = parser.parsed(Object.assign(Object.create(null), valid, body));
      expect(Object.keys(taken ?? {})).toEqual(Object.keys(parsed({}) ?? {}));
    },
  );

  it.each([
    ["first_name", 200],
    ["last_name", 200],
    ["source", 100],
    ["phone", 40],
  ])("may have %s of %d characters at most, counted as code points after trimming", (field, limit) => {
    for (const character of ["x", "😀", "é"]) {
      const longest = character.repeat(limit);
      expect(parsed({ [field]: `  ${longest}  ` })).toMatchObject({ [field]: longest });
      expect(invalidFields({ [field]: longest + character })).toEqual([field]);
    }
  });

  it("may have an email of 254 characters at most", () => {
    const email = emailOf(254);
    expect([email.length, Object(parsed({ email })).email]).toEqual([254, email]);
    expect(invalidFields({ email: emailOf(255) })).toEqual(["email"]);
  });

  it.each(TEXTS)("must have a string as %s", (field) => {
    for (const value of [0, 1, true, false, [], {}, ["x"]])
      expect(invalidFields({ [field]: value })).toContain(field);
  });

  it.each(["tel:", " TEL: ", "whatsapp:", "\u202atel:\u202c"])("has no phone if that is only %j", (phone) => {
    expect(parsed({ email: "ada@example.com", phone })).toMatchObject({ phone: "" });
  });

  it.each(["first_name", "last_name", "source", "phone"])("has well-formed text in %s", (field) => {
    const controls = ["A\nB", "A\u0000B", "A\u2028B", "A\u007fB"];
    for (const broken of ["\ud83d", "a\ude00b", "\ude00\ud83d", ...controls])
      expect(invalidFields({ [field]: broken })).toEqual([field]);
  });

  it.each([
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "ada@@example.com",
    "ada lovelace@example.com",
    "ada@exa mple.com",
    "ada@-example.com",
    "ada@trailing-hyphen-.com",
    "ada@example-.co.uk",
    "ada@example..com",
    "ada@example.com.",
    "ada@under_score.com",
    `ada@${"x".repeat(64)}.com`,
    "jos\u00e9@example.com",
    "a\u200bda@example.com",
    "ada@b\u00fccher",
    "ada@b\u00fc-.de",
    "ada@-b\u00fc\u3002de",
    "ada@\uff11.\uff12",
    "ada@b\u00fc%63her.de",
    "ada@b\u00fccher.de/x",
    "ada@b\u00fccher.de:80",
    "ada@example.com, eve@example.com",
    "Ada <ada@example.com>",
    "ada@example.com\nbcc: x@example.com",
    "\ud83d@example.com",
    "\u212aate@example.com",
    // The domain is too long in ASCII.
    `${"a".repeat(60)}@${"\u00fc.".repeat(90)}de`,
  ])("cannot have the email %j", (email) => {
    expect(invalidFields({ email })).toEqual(["email"]);
  });

  it.each([
    "o'brien@example.co.uk",
    "a+b@example.com",
    "a_b-c.d@sub.example.museum",
    "1@2.io",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    ".ada..l.@example.com",
    "ada@xn--bcher-kva.example",
    "ada@a--b.co",
  ])("can have the email %j", (email) => {
    expect(parsed({ email })).toMatchObject({ email });
  });

  it.each([
    ["Ada@B\u00dcCHER.de", "ada@xn--bcher-kva.de"],
    ["\u202aada@example.com\u202c", "ada@example.com"],
    [" \u200e ada@example.com \u200f", "ada@example.com"],
    ["\u2068ada@b\u00fccher.de\u2069", "ada@xn--bcher-kva.de"],
    ["ada@\u4f8b\u5b50\u3002\u516c\u53f8", "ada@xn--fsqu00a.xn--55qx5d"],
  ])("has the email %j with its domain in ASCII and nothing invisible around it", (email, stored) => {
    expect(parsed({ email })).toMatchObject({ email: stored });
  });

  it.each(["", "me", 7, {}, [MEMBER], `${MEMBER}0`])("cannot have the assignee_id %j", (assignee_id) => {
    expect(invalidFields({ assignee_id })).toEqual(["assignee_id"]);
  });

  it.each([[null], ["x"], [7], [["summary"]], [true]])("cannot have the data %j", (data) => {
    expect(invalidFields({ data })).toEqual(["data"]);
  });

  it("is rejected with every invalid field at once", () => {
    const invalid = Object.fromEntries([...TEXTS, "assignee_id", "data"].map((field) => [field, 7]));
    expect(invalidFields(invalid).sort()).toEqual(Object.keys(invalid).sort());
  });

  it.each([[null], [[]], [[ADA]], ["text"], [7], [true]])("must be an object, not %j", (body) => {
    expect(parser.parse(body).error?.issues).toMatchObject([{ path: [], message: "must be an object" }]);
  });
});

const BLANKS = ["", "  ", "\t\n", "\u00a0", "\u200b", "\u0000", "\ufeff\u00ad", "\u2800", "\u3164"];

describe("a new lead", () => {
  it("needs names, source and one contact method, and has defaults for the rest", () => {
    const defaults = { assignee_id: null, data: {} };
    expect(create.parsed(ADA)).toEqual({ ...WHOLE_ADA, ...defaults });
    const { email: _, ...phoneOnly } = { ...ADA, phone: "212 555 0123" };
    expect(create.parsed(phoneOnly)).toEqual({ ...WHOLE_ADA, ...phoneOnly, email: "", ...defaults });
  });

  it("has no status from the caller", () => {
    expect(create.parsed({ ...ADA, status: "lost" })).not.toHaveProperty("status");
  });

  it.each(["first_name", "last_name", "source"])("must have %s, which is missing if blank", (field) => {
    for (const absent of [undefined, ...BLANKS]) {
      const issues = create.parse({ ...ADA, [field]: absent }).error?.issues;
      expect(issues).toMatchObject([{ path: [field], message: "is required" }]);
    }
  });

  it.each<[unknown, unknown]>([
    [undefined, undefined],
    ["", ""],
    [" ", "\t"],
    [undefined, " "],
    [null, null],
  ])("lacks a contact method with email %j and phone %j", (email, phone) => {
    const issues = create.parse({ ...ADA, email, phone }).error?.issues;
    expect(issues).toMatchObject([{ path: ["email"], message: "is required when phone is absent" }]);
    // Other violations are reported too.
    expect(create.invalidFields({ source: 7, email, phone })).toContain("email");
  });

  it.each([
    ["email", "phone"],
    ["phone", "email"],
  ])("needs no %s with a %s, and may have null for it", (absent, present) => {
    for (const blank of [" ", null]) {
      const contact = { [absent]: blank, [present]: "a@b.io" };
      expect(create.parsed({ ...ADA, ...contact })).toMatchObject({ [absent]: "", [present]: "a@b.io" });
    }
  });
});

describe("a change of a lead", () => {
  it("may be empty and has no defaults", () => {
    expect(update.parsed({})).toEqual({});
  });

  it.each(["first_name", "last_name", "source"])("must not blank %s", (field) => {
    for (const blank of BLANKS) {
      const issues = update.parse({ [field]: blank }).error?.issues;
      expect(issues).toContainEqual(expect.objectContaining({ path: [field], message: "must not be blank" }));
    }
    expect(update.invalidFields({ [field]: null })).toEqual([field]);
  });

  it.each(["email", "phone"])("may have null or a blank %s, as a lead shows an absent one", (field) => {
    for (const blank of [null, "", " ", "\u200b"])
      expect(update.parsed({ [field]: blank })).toEqual({ [field]: "" });
  });

  it("may have a status, also as a lead shows it, but no unknown one", () => {
    for (const status of [" lost ", { key: " lost ", name: "Lost" }])
      expect(update.parsed({ status })).toEqual({ status: "lost" });
    for (const status of [0, false, [], {}, null])
      expect(update.invalidFields({ status })).toEqual(["status"]);
  });

  it("may have null as assignee_id, and in data, where it removes a key", () => {
    const change = { assignee_id: null, data: { summary: null } };
    expect(update.parsed(change)).toEqual(change);
  });
});
