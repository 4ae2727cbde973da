import { expect, it } from "@jest/globals";
import { handler } from "../../../functions/leads/list-leads.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { recordStoreTrips } from "../../support/store-trips.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);
const otherFirm = useFirm(table);

const ID = newRecordId(Date.now());

const list = (query: Record<string, string>) => firm.send(handler, { query });
const idsOf = async (...ids: string[]) => {
  const { status, body } = await list({ ids: ids.join(",") });
  expect([status, body.next_cursor]).toEqual([200, null]);
  return body.data.map(({ id }: { id: string }) => id);
};

it("named leads are listed, archived and merged ones too, and neither erased nor foreign nor unknown ones", async () => {
  const [active, archived, merged, erased] = [
    await firm.putLead({}),
    await firm.putLead({ archived: true }),
    await firm.putLead({ archived: true, mergedInto: newRecordId(Date.now()) }),
    await firm.putLead({ archived: true, erasure: { at: "2026-11-02T12:00:00.000Z", changeId: ID } }),
  ].map(({ id }) => id);
  const foreign = await otherFirm.putLead({});
  const shown = [merged, active, archived].map(String);
  expect(await idsOf(...shown, String(erased), foreign.id, newRecordId(Date.now()))).toEqual(shown);
  expect(await idsOf(foreign.id)).toEqual([]);
});

it("a lead that is named twice is listed once, in whatever case its id is written", async () => {
  const { id } = await firm.putLead({});
  expect(await idsOf(id, id.toUpperCase(), ` ${id} `)).toEqual([id]);
});

it("50 leads are one read", async () => {
  const leads = await Promise.all(Array.from({ length: 50 }, () => firm.putLead({})));
  const ids = leads.map(({ id }) => id);
  await list({ ids: ids.join(",") });
  expect(await recordStoreTrips(() => idsOf(...ids))).toEqual([["BatchGet"]]);
});

const NOT_IDS = "must be at most 50 ids of leads, separated by commas";

it.each<[string, Record<string, string>, string]>([
  ["no ids", { ids: "a,b" }, NOT_IDS],
  ["36 characters that are no id", { ids: "-".repeat(36) }, NOT_IDS],
  ["a missing id", { ids: `${ID},` }, NOT_IDS],
  ["51 ids", { ids: Array(51).fill(ID).join(",") }, NOT_IDS],
  ["ids beside another filter", { ids: ID, status: "new", q: "ada" }, "cannot be combined with status, q"],
  ["ids beside a cursor", { ids: ID, cursor: "a" }, "cannot be combined with cursor"],
])("refuses %s", async (_title, query, message) => {
  const { status, body } = await list(query);
  expect([status, body.error.details]).toEqual([422, [{ field: "ids", message }]]);
});

it("takes blank ids for none, as every blank parameter, and ignores a limit", async () => {
  const [first, second] = [await firm.putLead({}), await firm.putLead({})].map(({ id }) => id);
  expect((await list({ ids: " " })).body.data).toHaveLength(2);
  expect((await list({ ids: `${first},${second}`, limit: "1" })).body.data).toHaveLength(2);
});
