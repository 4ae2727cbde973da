import { describe, expect, it } from "@jest/globals";
import { updateLead } from "../../shared/contract/leads.ts";

const schema = updateLead.body();
const parse = (body: unknown) => schema?.safeParse(body);
const parsed = (body: unknown) => parse(body)?.data;
const wrongFields = (body: unknown) => [
  ...new Set(parse(body)?.error?.issues.map(({ path }) => path.join("."))),
];

const MEMBER = "0194f0a0-0000-7000-8000-00000000000a";
const OWN_FIELDS = ["first_name", "last_name", "email", "phone", "source"];

describe("the body of a change of a lead", () => {
  it("may be empty, and gets no defaults", () => {
    expect(parsed({})).toEqual({});
  });

  it("is trimmed, its email and assignee in lower case", () => {
    const body = {
      first_name: " Ada ",
      email: " ADA@Example.com ",
      phone: " 1 ",
      status: " lost ",
      assignee_id: MEMBER.toUpperCase(),
    };
    expect(parsed(body)).toEqual({
      first_name: "Ada",
      email: "ada@example.com",
      phone: "1",
      status: "lost",
      assignee_id: MEMBER,
    });
  });

  it.each(OWN_FIELDS)("cannot blank %s", (field) => {
    for (const blank of ["", " ", "\n\t", "\u00a0"]) {
      const messages = parse({ [field]: blank })?.error?.issues.map(({ path, message }) => [
        path[0],
        message,
      ]);
      expect(messages).toContainEqual([field, "must not be blank"]);
    }
  });

  it.each([...OWN_FIELDS, "status"])("cannot set %s to anything but a string", (field) => {
    for (const value of [null, 0, false, [], {}]) expect(wrongFields({ [field]: value })).toEqual([field]);
  });

  it.each([
    ["first_name", 200],
    ["last_name", 200],
    ["source", 100],
    ["phone", 40],
  ])("may give %s %d characters and not one more", (field, limit) => {
    for (const character of ["x", "😀"]) {
      expect(parsed({ [field]: character.repeat(limit) })).toEqual({ [field]: character.repeat(limit) });
      expect(wrongFields({ [field]: character.repeat(limit + 1) })).toEqual([field]);
    }
  });

  it.each(["first_name", "last_name", "source", "phone"])("refuses half a surrogate pair in %s", (field) => {
    expect(wrongFields({ [field]: "a\ud83d" })).toEqual([field]);
  });

  it("refuses what is no email", () => {
    expect(wrongFields({ email: "ada@" })).toEqual(["email"]);
    expect(wrongFields({ email: `${"a".repeat(250)}@b.io` })).toEqual(["email"]);
  });

  it("unassigns by null, and assigns by an id alone", () => {
    expect(parsed({ assignee_id: null })).toEqual({ assignee_id: null });
    for (const assignee_id of ["", "me", 7, [MEMBER]])
      expect(wrongFields({ assignee_id })).toEqual(["assignee_id"]);
  });

  it("leaves null in data alone, which removes a key, and refuses data that is no object", () => {
    expect(parsed({ data: { summary: null } })).toEqual({ data: { summary: null } });
    for (const data of [null, "x", 7, ["x"]]) expect(wrongFields({ data })).toEqual(["data"]);
  });

  it.each(["id", "archived", "created_at", "last_activity_at", "firm_id", "__proto__", "constructor"])(
    "is stripped of %j",
    (field) => {
      expect(Object.keys(parsed(JSON.parse(`{${JSON.stringify(field)}: true}`)) ?? {})).toEqual([]);
    },
  );

  it("has every wrong field named at once", () => {
    const wrong = Object.fromEntries(
      [...OWN_FIELDS, "assignee_id", "status", "data"].map((field) => [field, 7]),
    );
    expect(wrongFields(wrong).sort()).toEqual(Object.keys(wrong).sort());
  });
});
