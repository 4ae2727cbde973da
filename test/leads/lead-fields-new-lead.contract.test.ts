import { describe, expect, it } from "@jest/globals";
import { createLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { bodyParser } from "../support/body-parser.ts";
import { ADA, ADA_TEXTS } from "../support/leads.ts";

const { parse, parsed, invalidFields } = bodyParser(createLeadEndpoint.body());

const MEMBER = "0194f0a0-0000-7000-8000-00000000000a";
const emailOf = (characters: number) => `${"a".repeat(60)}@${"b.".repeat(94)}${"c".repeat(characters - 249)}`;

describe("the body of createLead", () => {
  it("needs names, source and one contact method, and has defaults for the rest", () => {
    expect(parsed(ADA)).toEqual({ ...ADA_TEXTS, assignee_id: null, data: {} });
    const { email: _, ...phoneOnly } = { ...ADA, phone: "212 555 0123" };
    expect(parsed(phoneOnly)).toEqual({
      ...ADA_TEXTS,
      ...phoneOnly,
      email: "",
      assignee_id: null,
      data: {},
    });
  });

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
    expect(parsed(untidy)).toEqual({
      ...ADA_TEXTS,
      last_name: "Love lace",
      phone: "212",
      source: "Web Site",
      assignee_id: MEMBER,
      data: untidy.data,
    });
  });

  it.each(["id", "firm_id", "archived", "created_at", "status", "constructor", "__proto__"])(
    "loses the field %j, which a caller cannot set",
    (field) => {
      const body = JSON.parse(`{${JSON.stringify(field)}: "x"}`);
      const taken = Object.keys(parsed(Object.assign(Object.create(null), ADA, body)) ?? {});
      expect(taken.sort()).toEqual([...Object.keys(ADA_TEXTS), "assignee_id", "data"].sort());
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
      expect(parsed({ ...ADA, [field]: `  ${longest}  ` })).toMatchObject({ [field]: longest });
      expect(invalidFields({ ...ADA, [field]: longest + character })).toEqual([field]);
    }
  });

  it("may have an email of 254 characters at most", () => {
    expect([emailOf(254).length, parsed({ ...ADA, email: emailOf(254) })?.email]).toEqual([
      254,
      emailOf(254),
    ]);
    expect(invalidFields({ ...ADA, email: emailOf(255) })).toEqual(["email"]);
  });

  it.each(["first_name", "last_name", "source"])("must have %s, which is missing if blank", (field) => {
    for (const absent of [
      undefined,
      "",
      "  ",
      "\t\n",
      "\u00a0",
      "\u200b",
      "\u0000",
      "\ufeff\u00ad",
      "\u2800",
      "\u3164",
    ]) {
      const issues = parse({ ...ADA, [field]: absent }).error?.issues;
      expect(issues).toMatchObject([{ path: [field], message: "is required" }]);
    }
  });

  it.each(["first_name", "last_name", "source", "email", "phone"])("must have a string as %s", (field) => {
    for (const value of [1, true, [], {}, ["x"]]) {
      expect(invalidFields({ ...ADA, [field]: value })).toContain(field);
    }
  });

  it.each(["first_name", "last_name", "source", "phone"])("has well-formed text in %s", (field) => {
    const controls = ["A\nB", "A\u0000B", "A\u2028B", "A\u007fB"];
    for (const broken of ["\ud83d", "a\ude00b", "\ude00\ud83d", ...controls]) {
      expect(invalidFields({ ...ADA, [field]: broken })).toEqual([field]);
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
    "ada@-example.com",
    "ada@trailing-hyphen-.com",
    "ada@example-.co.uk",
    "ada@example..com",
    "ada@example.com.",
    "ada@under_score.com",
    `ada@${"x".repeat(64)}.com`,
    "jos\u00e9@example.com",
    "ada@b\u00fccher",
    "ada@b\u00fc%63her.de",
    "ada@b\u00fccher.de/x",
    "ada@b\u00fccher.de:80",
    "ada@example.com, eve@example.com",
    "Ada <ada@example.com>",
    "ada@example.com\nbcc: x@example.com",
    "\ud83d@example.com",
    "\u212aate@example.com",
  ])("cannot have the email %j", (email) => {
    expect(invalidFields({ ...ADA, email })).toEqual(["email"]);
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
    expect(parsed({ ...ADA, email })?.email).toBe(email);
  });

  it.each([
    ["Ada@B\u00dcCHER.de", "ada@xn--bcher-kva.de"],
    ["ada@\u4f8b\u5b50\u3002\u516c\u53f8", "ada@xn--fsqu00a.xn--55qx5d"],
  ])("has the domain of the email %j in ASCII", (email, stored) => {
    expect(parsed({ ...ADA, email })?.email).toBe(stored);
  });

  it("cannot have an email whose domain is too long in ASCII", () => {
    const email = `${"a".repeat(60)}@${"\u00fc.".repeat(90)}de`;
    expect(email.length).toBeLessThan(254);
    expect(invalidFields({ ...ADA, email })).toEqual(["email"]);
  });

  it.each<[unknown, unknown]>([
    [undefined, undefined],
    ["", ""],
    [" ", "\t"],
    [undefined, " "],
    [null, null],
  ])("lacks a contact method with email %j and phone %j", (email, phone) => {
    const issues = parse({ ...ADA, email, phone }).error?.issues;
    expect(issues).toMatchObject([{ path: ["email"], message: "is required when phone is absent" }]);
  });

  it.each([
    ["email", "phone"],
    ["phone", "email"],
  ])("needs no %s with a %s, and may have null for it", (absent, present) => {
    for (const blank of [" ", null]) {
      const contact = { [absent]: blank, [present]: "a@b.io" };
      expect(parsed({ ...ADA, ...contact })).toMatchObject({ [absent]: "", [present]: "a@b.io" });
    }
  });

  it.each(["", "me", 7, {}, `${MEMBER}0`])("cannot have the assignee_id %j", (assignee_id) => {
    expect(invalidFields({ ...ADA, assignee_id })).toEqual(["assignee_id"]);
  });

  it.each([[null], ["x"], [7], [["summary"]], [true]])("cannot have the data %j", (data) => {
    expect(invalidFields({ ...ADA, data })).toEqual(["data"]);
  });

  it("is rejected with every invalid field at once, including a missing contact method", () => {
    const invalid = { first_name: "x".repeat(201), source: 7, email: " ", assignee_id: "me", data: [] };
    expect(invalidFields(invalid).sort()).toEqual([
      "assignee_id",
      "data",
      "email",
      "first_name",
      "last_name",
      "source",
    ]);
  });

  it.each([[null], [[]], [[ADA]], ["text"], [7], [true]])("must be an object, not %j", (body) => {
    expect(parse(body).error?.issues).toMatchObject([{ path: [], message: "must be an object" }]);
  });
});
