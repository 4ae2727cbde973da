import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as lookUpLeads } from "../../../functions/leads/look-up-leads.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { ADA } from "../../support/leads.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { recordStoreTrips } from "../../support/store-trips.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table, beforeAll);
const otherFirm = useFirm(table, beforeAll);
const berlin = useFirm(table, beforeAll, { defaultCountry: "DE" });

const PHONE = "+12125550187";
const SURVIVOR = idInOrder(-1);

beforeAll(async () => {
  const leads: Partial<Lead>[] = [
    { firstName: "Both", phone: PHONE },
    { firstName: "Email" },
    { firstName: "Phone", email: "", phone: PHONE },
    { firstName: "Archived", archived: true },
    { firstName: "Merged", email: "", phone: PHONE, archived: true, mergedInto: SURVIVOR },
    { firstName: "Other", email: "ada@example.org", phone: "+12125550188" },
    { firstName: "Neither", email: "", phone: "Ada" },
  ];
  for (const [index, lead] of leads.entries()) {
    const id = idInOrder(index);
    await firm.putLead({ ...lead, id });
    await otherFirm.putLead({ ...lead, id, firstName: "Elsewhere" });
  }
  await berlin.putLead({ firstName: "Berliner", email: "", phone: "+4930901820" });
});

type Query = Record<string, string>;

const lookUp = (query: Query, of = firm) => of.send(lookUpLeads, { query });
const namesOf = ({ status, body }: Awaited<ReturnType<typeof lookUp>>) => {
  expect(status).toBe(200);
  return body.data.map(({ first_name }: { first_name: string }) => first_name).join(", ");
};

describe("GET /api/leads/lookup", () => {
  it.each<[Query, string]>([
    [{ email: "  ADA@Example.COM " }, "Archived, Email, Both"],
    [{ email: "ada@example.com", phone: " " }, "Archived, Email, Both"],
    [{ phone: "(212) 555-0187" }, "Merged, Phone, Both"],
    [{ phone: "ada" }, ""],
    [{ phone: "Ada" }, "Neither"],
    [{ email: "ada@example.com", phone: PHONE }, "Merged, Archived, Phone, Email, Both"],
    [{ email: "nobody@example.com", phone: PHONE }, "Merged, Phone, Both"],
  ])("finds leads by %j: %s", async (query, names) => {
    expect(namesOf(await lookUp(query))).toBe(names);
  });

  it("reads a number in the firm's country, and accepts a plus that the caller has not encoded", async () => {
    expect(namesOf(await lookUp({ phone: "030 901820" }, berlin))).toBe("Berliner");
    expect(namesOf(await lookUp({ phone: " 4930901820" }))).toBe("");
    expect(namesOf(await lookUp({ phone: " 49 30 901820" }, berlin))).toBe("Berliner");
  });

  it("shows a lead as it was created, and a merged one with the lead that took its place", async () => {
    const { body: created } = await berlin.send(createLead, {
      body: { ...ADA, email: "Ada@Büro.example", phone: "030 90 18 21" },
    });
    const queries: Query[] = [{ email: "ada@büro.EXAMPLE" }, { phone: "+49 (30) 901821" }];
    for (const query of queries) {
      expect((await lookUp(query, berlin)).body).toEqual({ data: [created], next_cursor: null });
    }
    const [merged] = (await lookUp({ phone: PHONE })).body.data;
    expect(merged).toMatchObject({ archived: true, merged_into: SURVIVOR });
  });

  it.each<[Query, string[]]>([
    [{}, ["email", "phone"]],
    [{ email: "ada@", phone: PHONE }, ["email"]],
    [{ email: "ada@", phone: "a\nb" }, ["email", "phone"]],
    [{ phone: PHONE, cursor: "x" }, ["cursor"]],
  ])("refuses %j, naming %j", async (query, fields) => {
    const response = await lookUp(query);
    expect([response.status, violationFields(response)]).toEqual([422, fields]);
  });

  it.each([1, 3])("shows each lead once in pages of %d", async (limit) => {
    const query = { email: "ada@example.com", phone: PHONE };
    const pages = await readAllPages<{ id: string; first_name: string }>(lookUpLeads, {
      key: firm.apiKey,
      query,
      limit,
    });
    expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit));
    expect(pages.flat().map(({ first_name }) => first_name)).toEqual(
      "Merged, Archived, Phone, Email, Both".split(", "),
    );
  });

  it("binds a cursor to the firm and to the address and number, in whatever form they are written", async () => {
    const first = await lookUp({ phone: PHONE, limit: "1" });
    const cursor = first.body.next_cursor;
    expect(namesOf(await lookUp({ phone: "212 555 0187", cursor }))).toBe("Phone, Both");
    for (const [of, query] of [
      [otherFirm, { phone: PHONE, cursor }],
      [firm, { email: "ada@example.com", cursor }],
      [firm, { email: "ada@example.com", phone: PHONE, cursor }],
    ] as const) {
      expect(violationFields(await lookUp(query, of))).toEqual(["cursor"]);
    }
  });

  it("queries both indexes at the same time, in one trip if the settings are cached", async () => {
    const query = { email: "ada@example.com", phone: PHONE };
    await lookUp(query);
    const trips = await recordStoreTrips(() => lookUp(query));
    expect(trips).toEqual([["Query", "Query"]]);
  });
});
