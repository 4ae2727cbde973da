import { describe, expect, it } from "@jest/globals";
import { updateLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { bodyParser } from "../support/body-parser.ts";

const { parse, parsed, invalidFields } = bodyParser(updateLeadEndpoint.body());

const MEMBER = "0194f0a0-0000-7000-8000-00000000000a";
const OWN_FIELDS = ["first_name", "last_name", "email", "phone", "source"];

describe("the body of updateLead", () => {
  it("may be empty and has no defaults", () => {
    expect(parsed({})).toEqual({});
  });

  it("is trimmed, with email and assignee in lower case", () => {
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

  it.each(["first_name", "last_name", "source"])("must not blank %s", (field) => {
    for (const blank of ["", " ", "\n\t", "\u00a0", "\u200b", "\u0000"]) {
      const messages = parse({ [field]: blank }).error?.issues.map(({ path, message }) => [path[0], message]);
      expect(messages).toContainEqual([field, "must not be blank"]);
    }
  });

  it.each(["email", "phone"])("may have a blank %s, as a lead shows one that is absent", (field) => {
    for (const blank of ["", " ", "\u200b"]) expect(parsed({ [field]: blank })).toEqual({ [field]: "" });
  });

  it("may have a status as a lead shows it", () => {
    expect(parsed({ status: { key: " lost ", name: "Lost" } })).toEqual({ status: "lost" });
  });

  it.each(["email", "phone"])("may have null as %s, for none", (field) => {
    expect(parsed({ [field]: null })).toEqual({ [field]: "" });
  });

  it.each([...OWN_FIELDS, "status"])("must have a string as %s", (field) => {
    for (const value of [0, false, [], {}]) expect(invalidFields({ [field]: value })).toEqual([field]);
  });

  it.each(["first_name", "last_name", "source", "status"])("must not have null as %s", (field) => {
    expect(invalidFields({ [field]: null })).toEqual([field]);
  });

  it.each([
    ["first_name", 200],
    ["last_name", 200],
    ["source", 100],
    ["phone", 40],
  ])("may have %s of %d characters at most", (field, limit) => {
    for (const character of ["x", "😀"]) {
      expect(parsed({ [field]: character.repeat(limit) })).toEqual({ [field]: character.repeat(limit) });
      expect(invalidFields({ [field]: character.repeat(limit + 1) })).toEqual([field]);
    }
  });

  it.each(["first_name", "last_name", "source", "phone"])(
    "must not have half a surrogate pair in %s",
    (field) => {
      expect(invalidFields({ [field]: "a\ud83d" })).toEqual([field]);
    },
  );

  it("must have a valid email", () => {
    expect(invalidFields({ email: "ada@" })).toEqual(["email"]);
    expect(invalidFields({ email: `${"a".repeat(250)}@b.io` })).toEqual(["email"]);
  });

  it("may have null or a UUID as assignee_id", () => {
    expect(parsed({ assignee_id: null })).toEqual({ assignee_id: null });
    for (const assignee_id of ["", "me", 7, [MEMBER]])
      expect(invalidFields({ assignee_id })).toEqual(["assignee_id"]);
  });

  it("may have null in data, which removes a key, but must have an object as data", () => {
    expect(parsed({ data: { summary: null } })).toEqual({ data: { summary: null } });
    for (const data of [null, "x", 7, ["x"]]) expect(invalidFields({ data })).toEqual(["data"]);
  });

  it.each(["id", "archived", "created_at", "last_activity_at", "firm_id", "__proto__", "constructor"])(
    "loses the field %j, which it cannot change",
    (field) => {
      expect(Object.keys(parsed(JSON.parse(`{${JSON.stringify(field)}: true}`)) ?? {})).toEqual([]);
    },
  );

  it("is rejected with every invalid field at once", () => {
    const invalid = Object.fromEntries(
      [...OWN_FIELDS, "assignee_id", "status", "data"].map((field) => [field, 7]),
    );
    expect(invalidFields(invalid).sort()).toEqual(Object.keys(invalid).sort());
  });
});
