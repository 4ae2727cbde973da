import { describe, expect, it } from "@jest/globals";
import { readFields } from "../../shared/mapping/read-body.rules.ts";
import { mappedFields } from "../../shared/sources/inbound-lead.rules.ts";
import type { Mapping } from "../../shared/sources/source.rules.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const EMPTY_LEAD = { texts: {}, data: {}, externalId: null };
const map = (json: unknown, mapping: Mapping = {}) =>
  readFields(json, { mapping, jsonFields: [], invalidData: "omit" }, mappedFields(LEAD_FIELDS, {}));
const mapped = (json: unknown, mapping: Mapping = {}) => {
  const { values, externalId, problems } = map(json, mapping);
  expect(problems).toEqual([]);
  return { ...values, externalId };
};

describe("a lead without a mapping", () => {
  it.each<[string, string[]]>([
    ["first_name", ["first_name", "firstName"]],
    ["last_name", ["last_name", "lastName"]],
    ["email", ["email"]],
    ["phone", ["phone", "phone_number", "phoneNumber"]],
  ])("has %s under any of the usual names, the first that is not blank", (field, names) => {
    for (const name of names) expect(mapped({ [name]: "a" }).texts).toEqual({ [field]: "a" });
    const json = Object.fromEntries(names.map((name, index) => [name, `value ${index}`]));
    expect(mapped(json).texts).toEqual({ [field]: "value 0" });
    for (const name of names.slice(0, -1)) json[name] = " ";
    expect(mapped(json).texts).toEqual({ [field]: `value ${names.length - 1}` });
  });

  it.each(["external_id", "externalId"])("has its external id under %s", (name) => {
    expect(mapped({ [name]: 42 }).externalId).toBe("42");
  });

  it.each<[string, unknown]>([
    ["an empty object", {}],
    ["blank texts", { first_name: " ", name: "", externalId: " ", summary: "", value: " ", case_type: "" }],
    ["nulls", { firstName: null, phone: null, externalId: null, urgent: null }],
    ["a list", ["Ada"]],
    ["a text", "Ada"],
    ["null", null],
    ["fields at other paths", { firstname: "Ada", data: { summary: "Fell" } }],
    ["inherited properties only", Object.create({ firstName: "Ada" })],
  ])("is empty for %s", (_, json) => {
    expect(mapped(json)).toEqual(EMPTY_LEAD);
  });
});

describe("a mapping", () => {
  it("replaces the default path, even if nothing is there", () => {
    expect(mapped({ firstName: "Ada", summary: "x" }, { first_name: "given", "data.summary": "no" })).toEqual(
      EMPTY_LEAD,
    );
  });

  it("is read from own properties only", () => {
    expect(mapped({ firstName: "Ada" }, Object.create({ first_name: "other" })).texts).toEqual({
      first_name: "Ada",
    });
  });
});

describe("a list", () => {
  it("of one entry is that entry, whatever the field's type is", () => {
    const json = { case_type: ["family"], value: ["7", ""], urgent: ["on"], incident_date: ["2026-03-05"] };
    expect(mapped({ ...json, externalId: ["42"], email: ["a@b.io"] })).toEqual({
      texts: { email: "a@b.io" },
      data: { case_type: "Family", value: 7, urgent: true, incident_date: "2026-03-05" },
      externalId: "42",
    });
  });

  it("is absent if empty, so that another path or the fallback provides the value", () => {
    expect(mapped({ summary: [], firstName: [""], externalId: [null] })).toEqual(EMPTY_LEAD);
    expect(mapped({ a: [], b: "x" }, { "data.summary": ["a", "b"] }).data).toEqual({ summary: "x" });
    const { fallbacks } = map({ a: [""] }, { first_name: { path: "a", fallback: "Unknown" } });
    expect(fallbacks.texts).toEqual({ first_name: "Unknown" });
  });
});

describe("a target with several paths", () => {
  it("has the first value that is not blank", () => {
    const json = { a: " ", b: null, c: "Ada", d: "Grace" };
    expect(mapped(json, { first_name: ["a", "b", "no", "c", "d"] }).texts).toEqual({ first_name: "Ada" });
    expect(mapped(json, { first_name: { paths: ["d", "c"] } }).texts).toEqual({ first_name: "Grace" });
    expect(mapped({ a: false, b: 1 }, { "data.urgent": ["a", "b"] }).data).toEqual({ urgent: false });
  });

  it("has no default path", () => {
    expect(mapped({ firstName: "Ada" }, { first_name: ["a", "b"] })).toEqual(EMPTY_LEAD);
  });
});

describe("a constant", () => {
  it("replaces any sent value", () => {
    const mapping = {
      first_name: { value: "Ada" },
      "data.case_type": { value: "family" },
      "data.value": { value: 0 },
    };
    expect(mapped({ firstName: "Grace", case_type: "Injury", value: 7 }, mapping)).toEqual({
      texts: { first_name: "Ada" },
      data: { case_type: "Family", value: 0 },
      externalId: null,
    });
  });
});

describe("a fallback", () => {
  const mapping = {
    first_name: { path: "first", fallback: "Unknown" },
    "data.case_type": { paths: ["a", "b"], fallback: "injury" },
    "data.urgent": { path: "c", fallback: false },
  };

  it("is kept apart from the values that were found", () => {
    const { values, fallbacks } = map({ first: " " }, mapping);
    expect(values).toEqual({ texts: {}, data: {} });
    expect(fallbacks).toEqual({
      texts: { first_name: "Unknown" },
      data: { case_type: "Injury", urgent: false },
    });
  });
});

describe("a full name", () => {
  it.each<[string, unknown, Record<string, string>]>([
    ["of two words", "Ada Lovelace", { first_name: "Ada", last_name: "Lovelace" }],
    ["of four words", "  Ana  María\nde Souza ", { first_name: "Ana María de", last_name: "Souza" }],
    ["of one word", "Prince", { last_name: "Prince" }],
    ["with a word that shows nothing", "Ada \u200b", { last_name: "Ada" }],
    ["that is a number", 7, { last_name: "7" }],
    ["that is a list", [" Ann", "", "van Doe"], { first_name: "Ann van", last_name: "Doe" }],
    ["that is a list of one", ["Ann Doe"], { first_name: "Ann", last_name: "Doe" }],
    ["with the last name before a comma", "Doe,Ann", { first_name: "Ann", last_name: "Doe" }],
    ["of several words around a comma", "van  Doe, Ann Bo", { first_name: "Ann Bo", last_name: "van Doe" }],
    ["with nothing behind its comma", "Ann Doe ,", { first_name: "Ann", last_name: "Doe" }],
    ["with a suffix", "Ann Doe, Jr.", { first_name: "Ann", last_name: "Doe, Jr." }],
    ["with two", "Ann Doe, M.D., PhD", { first_name: "Ann", last_name: "Doe, M.D., PhD" }],
    ["of a firm", "Doe Law, LLC", { first_name: "Doe", last_name: "Law, LLC" }],
    ["of one word with a suffix", "Acme, Inc.", { last_name: "Acme, Inc." }],
    ["with a suffix and no comma", "Ann Doe III", { first_name: "Ann", last_name: "Doe III" }],
    ["with a suffix behind the first name", "Doe, Ann Jr", { first_name: "Ann", last_name: "Doe Jr" }],
    [
      "with the last name first and a suffix",
      "Doe, Ann, Esq.",
      { first_name: "Ann", last_name: "Doe, Esq." },
    ],
    ["of a suffix alone", "Ann, Jr", { last_name: "Ann, Jr" }],
    ["whose last word only looks like one", "Md Ali", { first_name: "Md", last_name: "Ali" }],
    ["of a list of people", "Ann Doe, Bo Li, Cy", { first_name: "Ann Doe, Bo Li,", last_name: "Cy" }],
    ["that is blank", " ", {}],
  ])("%s", (_, name, fields) => {
    expect(mapped({ name }, { full_name: "name" }).texts).toEqual(fields);
  });

  it.each(["first = Ada\nlast = Lovelace", " first=Ada ", "prefix = \r\n\r\nfirst = Ada"])(
    "is no person if it consists of lines, as no other name: %j",
    (name) => {
      for (const field of ["full_name", "first_name", "last_name"]) {
        const { problems, values } = map({ n: name }, { [field]: "n" });
        expect(problems).toEqual([
          { field, message: 'has lines such as "first = …": send each part as a field of its own' },
        ]);
        expect(values.texts).toEqual({});
      }
    },
  );

  it.each(["full_name", "fullName", "name"])("is read from %s unless it is mapped", (name) => {
    const json = { [name]: "Ada Lovelace" };
    expect(mapped(json).texts).toEqual({ first_name: "Ada", last_name: "Lovelace" });
    expect(mapped(json, { first_name: { path: "no", fallback: "Unknown" } }).texts.first_name).toBe("Ada");
    expect(mapped(json, { full_name: "other" })).toEqual(EMPTY_LEAD);
  });

  it("is not read beside a mapping of both names: `name` may be the name of the form", () => {
    const json = { name: "Contact form", first: "Ada" };
    expect(mapped(json, { first_name: "first", last_name: "last" }).texts).toEqual({ first_name: "Ada" });
  });

  it("is ignored beside explicit names", () => {
    const json = { name: "Augusta Ada King", firstName: "Ada", last: "Lovelace" };
    const full_name = "name";
    expect(mapped(json, { full_name }).texts).toEqual({ first_name: "Ada", last_name: "King" });
    expect(mapped(json, { full_name, last_name: "last" }).texts).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
    });
    expect(mapped({ ...json, name: {} }, { full_name, last_name: "last" }).texts.first_name).toBe("Ada");
  });

  it("may have a fallback and be a constant", () => {
    const fallback = { full_name: { path: "name", fallback: "John Doe" } };
    expect(map({}, fallback).fallbacks.texts).toEqual({ first_name: "John", last_name: "Doe" });
    expect(mapped({}, { full_name: { value: "John Doe" } }).texts).toEqual({
      first_name: "John",
      last_name: "Doe",
    });
  });
});
