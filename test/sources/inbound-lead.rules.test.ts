import { describe, expect, it } from "@jest/globals";
import { AppError } from "../../shared/schema/app-error.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import type { Violation } from "../../shared/schema/violations.ts";
import { inboundLead } from "../../shared/sources/inbound-lead.rules.ts";
import type { Mapping, Source } from "../../shared/sources/source.rules.ts";
import { newSettings, newSource } from "../support/decisions.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };

const read = (json: unknown, invalidData: Source["invalidData"], mapping: Mapping = {}) =>
  inboundLead(
    { json, bodyHash: "", isUrlencoded: false },
    { source: newSource({ mapping, invalidData }), settings: newSettings({ leadFields: LEAD_FIELDS }) },
  );

const violationsOf = async (json: unknown, invalidData: Source["invalidData"]) => {
  try {
    await read(json, invalidData);
  } catch (error) {
    if (error instanceof AppError) return error.details?.map(({ field }) => field);
  }
  throw new Error("The delivery is not rejected.");
};

const UNFIT = { case_type: "Tax", incident_date: "yesterday", value: "much", urgent: "maybe" };
const UNFIT_FIELDS = Object.keys(UNFIT).map((key) => `data.${key}`);

describe("values of data that do not fit", () => {
  it("reject a delivery unless the source omits them", async () => {
    expect(await violationsOf({ ...ADA, ...UNFIT }, "reject")).toEqual(UNFIT_FIELDS);
  });

  it("are left out, and reported by their fields without the values", async () => {
    const { omitted, changes, newLead } = await read({ ...ADA, ...UNFIT, summary: "Fell" }, "omit");
    expect(omitted.created.map(({ field }) => field)).toEqual(UNFIT_FIELDS);
    expect(omitted.existing).toEqual(omitted.created);
    for (const value of Object.values(UNFIT)) expect(JSON.stringify(omitted)).not.toContain(value);
    expect(changes.data).toEqual({ summary: "Fell" });
    expect(newLead).toMatchObject({ first_name: "Ada" });
    expect("data" in newLead && newLead.data).toEqual({ summary: "Fell" });
  });

  it("are those beyond the limit of their field, not those at it", async () => {
    const characters = LIMITS.dataTextCharacters;
    expect((await read({ ...ADA, summary: "x".repeat(characters) }, "omit")).omitted.created).toEqual([]);
    expect((await read({ ...ADA, summary: "x".repeat(characters + 1) }, "omit")).omitted.created).toEqual([
      { field: "data.summary", message: `must have at most ${characters} characters` },
    ]);
  });

  it.each(["toString", "valueOf", "constructor", "toJSON", "length", "then"])(
    "are objects with a property called %s, for a field of any type",
    async (name) => {
      const fields = LEAD_FIELDS.map(({ key }) => key);
      for (const value of [{ [name]: "x" }, { [name]: null }, [{ [name]: "x" }]]) {
        const json = { ...ADA, ...Object.fromEntries(fields.map((key) => [key, value])) };
        expect(await violationsOf(json, "reject")).toEqual(fields.map((key) => `data.${key}`));
      }
    },
  );

  it("leave nothing out if all fit", async () => {
    const fitting = { ...ADA, case_type: "family", value: "7" };
    expect(await read(fitting, "omit")).toEqual(await read(fitting, "reject"));
  });

  it("count when a delivery is compared with another", async () => {
    const inbound = ["", "Tax", "Family"].map((case_type) => read({ ...ADA, case_type }, "omit"));
    expect(new Set((await Promise.all(inbound)).map((each) => each.valuesHash)).size).toBe(3);
  });

  it("get no fallback, which is for missing values", async () => {
    const mapping = { "data.case_type": { path: "matter", fallback: "Injury" } };
    const sent = (await read({ ...ADA, matter: "Tax" }, "omit", mapping)).newLead;
    expect("data" in sent && sent.data).toEqual({});
  });
});

describe.each(["reject", "omit"] as const)("a source with invalid_data %j", (invalidData) => {
  const misfit = [{ field: "data.case_type", message: "must be one of: Family, Injury" }];

  it("leaves out a constant that no longer fits its field", async () => {
    const inbound = await read(ADA, invalidData, { "data.case_type": { value: "Tax" } });
    expect(inbound).toMatchObject({ omitted: { existing: misfit, created: misfit }, newLead: { data: {} } });
    expect(inbound.changes.data).toEqual({});
  });

  it("leaves out a fallback that no longer fits its field, which only a new lead would get", async () => {
    const mapping = { "data.case_type": { path: "matter", fallback: "Tax" } };
    const inbound = await read(ADA, invalidData, mapping);
    expect(inbound).toMatchObject({ omitted: { existing: [], created: misfit }, newLead: { data: {} } });
    const { omitted, newLead } = await read({ ...ADA, matter: "Family" }, invalidData, mapping);
    expect(omitted).toEqual({ existing: [], created: [] });
    expect(newLead).toMatchObject({ data: { case_type: "Family" } });
  });
});

it.each([{ externalId: {} }, { last_name: {} }, { name: {} }])(
  "a source that omits values of data still rejects %j",
  async (changes) => {
    const { email } = ADA;
    await expect(read({ ...("name" in changes ? { email } : ADA), ...changes }, "omit")).rejects.toThrow(
      AppError,
    );
  },
);

it("names what is missing beside an invalid value only without an external id", async () => {
  expect(await violationsOf({ value: "much", email: "bad" }, "reject")).toEqual([
    ...["data.value", "first_name", "last_name", "email"],
  ]);
  expect(await violationsOf({ value: "much", external_id: "E1" }, "reject")).toEqual(["data.value"]);
  expect(await violationsOf({ value: "much", email: {}, external_id: "E1" }, "reject")).toEqual([
    ...["data.value", "email"],
  ]);
  expect(await violationsOf({ phone: {}, email: "bad", name: {} }, "reject")).toEqual([
    ...["full_name", "email", "phone"],
  ]);
});

describe("a contact that cannot be used", () => {
  const { email, ...NAMED } = ADA;
  const PHONE = "212 555 0123";
  const [NO_ADDRESS, NO_TEXT, NO_NUMBER] = [
    "must be an email address",
    "must be text or a number",
    "must have digits",
  ];

  /** Returns what a new lead has and lacks, and what an existing one does. */
  const given = async (contacts: object) => {
    const { changes, newLead, omitted } = await read({ ...NAMED, ...contacts }, "reject");
    const created = "missing" in newLead ? newLead.missing.map(({ field }) => field) : newLead;
    const texts = (omissions: readonly Violation[]) =>
      omissions.map(({ field, message }) => `${field} ${message}`);
    return {
      created,
      existing: changes,
      omitted: { created: texts(omitted.created), existing: texts(omitted.existing) },
    };
  };

  it.each<[object, string, object]>([
    [{ email: "N/A", phone: "२१२५५५०१००" }, `email ${NO_ADDRESS}`, { phone: "२१२५५५०१००" }],
    [{ email: "N/A", phone: PHONE }, `email ${NO_ADDRESS}`, { phone: PHONE }],
    [{ email: {}, phone: PHONE }, `email ${NO_TEXT}`, { phone: PHONE }],
    [{ email: true, phone: PHONE }, `email ${NO_TEXT}`, { phone: PHONE }],
    [
      { email: `${"x".repeat(250)}@example.com`, phone: PHONE },
      "email must have at most 254 characters",
      { phone: PHONE },
    ],
    [{ email, phone: {} }, `phone ${NO_TEXT}`, { email }],
    [{ email, phone: 2 ** 60 }, "phone is a number that has lost digits: send it as text", { email }],
    [{ email, phone: "1".repeat(41) }, "phone must have at most 40 characters", { email }],
    [{ email, phone: "none" }, `phone ${NO_NUMBER}`, { email }],
  ])("is left out of %j: %s", async (contacts, omission, left) => {
    const { created, existing, omitted } = await given(contacts);
    expect(omitted).toEqual({ created: [omission], existing: [omission] });
    expect(created).toMatchObject({ email: "", phone: "", ...left });
    expect(existing).toEqual({ ...NAMED, ...left, data: {} });
  });

  it.each<[object, string[]]>([
    [{ email: "N/A" }, ["email"]],
    [{ email: "N/A", phone: {} }, ["email", "phone"]],
    [{ email: "N/A", phone: "none" }, ["email"]],
    [{ email: {} }, ["email"]],
    [{ phone: {} }, ["phone"]],
  ])(
    "is left out of an existing lead, and prevents a new one if no other remains: %j",
    async (contacts, fields) => {
      const { created, existing, omitted } = await given(contacts);
      expect(created).toEqual(fields);
      expect([existing, omitted.created]).toEqual([{ ...NAMED, data: {} }, []]);
      expect(omitted.existing.length).toBe(Object.keys(contacts).length);
    },
  );

  it("is the only one of a new lead if any text can be, as by the API", async () => {
    const { created, existing, omitted } = await given({ phone: "ask" });
    expect(created).toMatchObject({ phone: "ask" });
    expect([existing, omitted]).toEqual([
      { ...NAMED, data: {} },
      { created: [], existing: [`phone ${NO_NUMBER}`] },
    ]);
  });

  it("is left out where a fallback is the other one", async () => {
    const mapping = { phone: { path: "phone", fallback: "+12125550100" } };
    expect((await read({ ...NAMED, email: "N/A" }, "reject", mapping)).newLead).toMatchObject({
      phone: "+12125550100",
    });
  });
});

it("a name is cut at its limit, in code points, if the source omits what does not fit", async () => {
  const characters = LIMITS.nameCharacters;
  const [long, cut] = ["😀".repeat(characters + 1), "😀".repeat(characters)];
  const message = `must have at most ${characters} characters`;
  const { newLead, changes, omitted } = await read({ ...ADA, first_name: cut, last_name: long }, "omit");
  expect([newLead, changes]).toMatchObject(Array(2).fill({ first_name: cut, last_name: cut }));
  expect(omitted).toEqual({
    created: [{ field: "last_name", message }],
    existing: [{ field: "last_name", message }],
  });
  expect((await read({ ...ADA, last_name: undefined, name: `${long} x` }, "omit")).newLead).toMatchObject({
    last_name: "x",
  });
  expect(await violationsOf({ ...ADA, last_name: long }, "reject")).toEqual(["last_name"]);
});

describe("a name that is longer than any text", () => {
  const LONG = `Ada\n${"x ".repeat(LIMITS.dataTextCharacters)}Lovelace`;
  const { email } = ADA;

  it.each(["full_name", "first_name", "last_name"])(
    "is cut if the source omits what does not fit: %s",
    async (name) => {
      const cut = name === "full_name" ? "first_name" : name;
      const sent = name === "full_name" ? { name: LONG, email } : { ...ADA, [name]: LONG };
      const { newLead, omitted } = await read(sent, "omit");
      expect(newLead).toMatchObject({
        [cut]: expect.stringMatching(/^Ada( x)+$/),
      });
      expect(omitted.created.map(({ field }) => field)).toEqual([cut]);
      expect(omitted.existing).toEqual(omitted.created);
    },
  );

  it("rejects the delivery otherwise, by its own name", async () => {
    expect(await violationsOf({ name: LONG, email }, "reject")).toEqual(["full_name"]);
    expect(await violationsOf({ ...ADA, last_name: LONG }, "reject")).toEqual(["last_name"]);
  });
});

describe("a full name of one word", () => {
  const { email } = ADA;
  const ONE_WORD = {
    field: "full_name",
    sentence: "Full name has one word, which is the last name: send two, or give first_name a fallback.",
    places: ["Looked at full_name, fullName, name."],
  };

  it("is reported as wrong, instead of a first name that the sender has no field for", async () => {
    expect((await read({ full_name: "Cher", email }, "reject")).newLead).toEqual({ missing: [ONE_WORD] });
  });

  it("is not used beside a last name: the first name is missing", async () => {
    expect((await read({ name: "Cher", email, last_name: "Sarkisian" }, "reject")).newLead).toMatchObject({
      missing: [{ field: "first_name" }],
    });
  });

  it("suffices beside a first name or its fallback", async () => {
    expect((await read({ full_name: "Cher", first_name: "C", email }, "reject")).newLead).toMatchObject({
      last_name: "Cher",
    });
    const mapping = { first_name: { path: "first", fallback: "Unknown" } };
    expect((await read({ full_name: "Cher", email }, "reject", mapping)).newLead).toMatchObject({
      first_name: "Unknown",
    });
  });

  it("does not hide another fault of the first name", async () => {
    const first_name = "x".repeat(LIMITS.nameCharacters + 1);
    await expect(read({ full_name: "Cher", first_name, email }, "reject")).rejects.toThrow(
      /^First name must have/,
    );
  });
});
