import { describe, expect, it } from "@jest/globals";
import { createLead } from "../../shared/contract/leads.ts";
import { ADA } from "../support/leads.ts";

const schema = createLead.body();
const parse = (body: unknown) => schema?.safeParse(body);
const wrongFields = (body: unknown) => [
  ...new Set(parse(body)?.error?.issues.map(({ path }) => path.join("."))),
];
const parsed = (body: unknown) => parse(body)?.data;

const MEMBER = "0194f0a0-0000-7000-8000-00000000000a";
const emailOf = (characters: number) => `${"a".repeat(60)}@${"b.".repeat(94)}${"c".repeat(characters - 249)}`;

describe("the body of a new lead", () => {
  it("needs names, source and one contact method, and gets defaults for the rest", () => {
    expect(parsed(ADA)).toEqual({ ...ADA, phone: "", assignee_id: null, data: {} });
    const { email: _, ...phoneOnly } = { ...ADA, phone: "212 555 0123" };
    expect(parsed(phoneOnly)).toEqual({ ...phoneOnly, email: "", assignee_id: null, data: {} });
  });

  it("is trimmed, its email and assignee in lower case", () => {
    const untidy = {
      first_name: "  Ada\t",
      last_name: "\n Love lace ",
      email: " ADA@Example.COM ",
      phone: " 212 ",
      source: " Web Site ",
      assignee_id: MEMBER.toUpperCase(),
      data: { note: " kept for the firm's own fields to judge " },
    };
    expect(parsed(untidy)).toEqual({
      first_name: "Ada",
      last_name: "Love lace",
      email: "ada@example.com",
      phone: "212",
      source: "Web Site",
      assignee_id: MEMBER,
      data: untidy.data,
    });
  });

  it.each(["id", "firm_id", "archived", "created_at", "status", "constructor", "__proto__"])(
    "is stripped of a field %j that a caller cannot set",
    (field) => {
      const body = JSON.parse(`{${JSON.stringify(field)}: "x"}`);
      expect(Object.keys(parsed(Object.assign(Object.create(null), ADA, body)) ?? {})).toEqual([
        "first_name",
        "last_name",
        "source",
        "email",
        "phone",
        "assignee_id",
        "data",
      ]);
    },
  );

  it.each([
    ["first_name", 200],
    ["last_name", 200],
    ["source", 100],
    ["phone", 40],
  ])("%s may have %d characters, counted as code points after trimming, and not one more", (field, limit) => {
    for (const character of ["x", "😀", "é"]) {
      const longest = character.repeat(limit);
      expect(parsed({ ...ADA, [field]: `  ${longest}  ` })).toMatchObject({ [field]: longest });
      expect(wrongFields({ ...ADA, [field]: longest + character })).toEqual([field]);
    }
  });

  it("email may have 254 characters and not one more", () => {
    expect([emailOf(254).length, parsed({ ...ADA, email: emailOf(254) })?.email]).toEqual([
      254,
      emailOf(254),
    ]);
    expect(wrongFields({ ...ADA, email: emailOf(255) })).toEqual(["email"]);
  });

  it.each(["first_name", "last_name", "source"])("%s is required, and a blank one is absent", (field) => {
    for (const absent of [undefined, "", "  ", "\t\n", "\u00a0"]) {
      const messages = parse({ ...ADA, [field]: absent })?.error?.issues;
      expect(messages).toMatchObject([{ path: [field], message: "is required" }]);
    }
  });

  it.each(["first_name", "last_name", "source", "email", "phone"])("%s must be a string", (field) => {
    for (const value of [null, 1, true, [], {}, ["x"]]) {
      expect(wrongFields({ ...ADA, [field]: value })).toContain(field);
    }
  });

  it.each(["first_name", "last_name", "source", "phone"])("%s must be well-formed Unicode", (field) => {
    for (const broken of ["\ud83d", "a\ude00b", "\ude00\ud83d"]) {
      expect(wrongFields({ ...ADA, [field]: broken })).toEqual([field]);
    }
  });

  it.each([
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "ada@@example.com",
    "ada lovelace@example.com",
    "ada@exa mple.com",
    ".ada@example.com",
    "ada..l@example.com",
    "ada@example.com, eve@example.com",
    "Ada <ada@example.com>",
    "ada@example.com\nbcc: x@example.com",
    "\ud83d@example.com",
  ])("%j is no email", (email) => {
    expect(wrongFields({ ...ADA, email })).toEqual(["email"]);
  });

  it.each(["o'brien@example.co.uk", "a+b@example.com", "a_b-c.d@sub.example.museum", "1@2.io"])(
    "%j is an email",
    (email) => {
      expect(parsed({ ...ADA, email })?.email).toBe(email);
    },
  );

  it.each<[unknown, unknown]>([
    [undefined, undefined],
    ["", ""],
    [" ", "\t"],
    [undefined, " "],
  ])("email %j with phone %j is no contact method", (email, phone) => {
    const issues = parse({ ...ADA, email, phone })?.error?.issues;
    expect(issues).toMatchObject([{ path: ["email"], message: "is required when phone is absent" }]);
  });

  it("needs no email beside a phone that is anything but blank", () => {
    expect(parsed({ ...ADA, email: " ", phone: "?" })).toMatchObject({ email: "", phone: "?" });
  });

  it.each(["", "me", 7, {}, `${MEMBER}0`])("assignee_id %j is no id", (assignee_id) => {
    expect(wrongFields({ ...ADA, assignee_id })).toEqual(["assignee_id"]);
  });

  it.each([[null], ["x"], [7], [["summary"]], [true]])("data %j is no object", (data) => {
    expect(wrongFields({ ...ADA, data })).toEqual(["data"]);
  });

  it("has every wrong field named at once, the missing contact method too", () => {
    const wrong = { first_name: "x".repeat(201), source: 7, email: " ", assignee_id: "me", data: [] };
    expect(wrongFields(wrong).sort()).toEqual([
      "assignee_id",
      "data",
      "email",
      "first_name",
      "last_name",
      "source",
    ]);
  });

  it.each([[null], [[]], [[ADA]], ["text"], [7], [true]])("is an object, which %j is not", (body) => {
    expect(parse(body)?.error?.issues).toMatchObject([{ path: [], message: "must be an object" }]);
  });
});
