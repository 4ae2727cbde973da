import { beforeAll, describe, expect, it } from "@jest/globals";
import type { LeadFilters } from "../../shared/leads/lead-filters.rules.ts";
import { leadPage } from "../../shared/leads/lead-listing.store.ts";
import { createdAt, newRecordId } from "../../shared/runtime/record-id.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { newFirm } from "../support/firms.ts";
import { idInOrder } from "../support/ids-in-order.ts";
import { putLead } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const [PAT, ALEX] = [newRecordId(1), newRecordId(2)];
const LONG_AGO = "2001-01-01T00:00:00.000Z";
const ALL: LeadFilters = { archived: false, words: [] };
let firm: FirmId;
let otherFirm: FirmId;

/** The leads in order of creation, oldest first. */
const LEADS = [
  { firstName: "Ada", stage: "new", assigneeId: PAT },
  { firstName: "Bob", stage: "lost", assigneeId: PAT },
  { firstName: "Cat", stage: "new", assigneeId: null },
  { firstName: "Dan", stage: "new", assigneeId: ALEX, archived: true },
  { firstName: "Eve", stage: "lost", assigneeId: PAT, source: "referral" },
  { firstName: "Fay", stage: "new", assigneeId: PAT, archived: true },
  { firstName: "Gus", stage: "new", assigneeId: PAT, source: "referral", capturedAt: LONG_AGO },
];
const ids: string[] = [];
const instantOf = (index: number) => createdAt(idInOrder(index));

beforeAll(async () => {
  [{ firmId: firm }, { firmId: otherFirm }] = [await newFirm(table), await newFirm(table)];
  for (const [index, lead] of LEADS.entries()) {
    const id = idInOrder(index);
    ids.push(id);
    await putLead(table, firm, { ...lead, id });
    await putLead(table, otherFirm, { ...lead, id, firstName: "Not yours" });
  }
});

const names = async (filters: Partial<LeadFilters>, limit = 50, afterId: string | null = null) => {
  const { records, lastId } = await leadPage(firm, { ...ALL, ...filters })(table, { limit, afterId });
  return [records.map(({ firstName }) => firstName).join(" "), lastId === null ? "end" : lastId];
};

describe("listLeads", () => {
  it.each<[Partial<LeadFilters>, string]>([
    [{}, "Gus Eve Cat Bob Ada"],
    [{ archived: true }, "Fay Dan"],
    [{ stage: "new" }, "Gus Cat Ada"],
    [{ stage: "new", archived: true }, "Fay Dan"],
    [{ stage: "contacted" }, ""],
    [{ assigneeId: PAT }, "Gus Eve Bob Ada"],
    [{ assigneeId: ALEX }, ""],
    [{ assigneeId: ALEX, archived: true }, "Dan"],
    [{ assigneeId: PAT, stage: "new" }, "Gus Ada"],
    [{ source: "referral" }, "Gus Eve"],
    [{ source: "referral", stage: "lost", assigneeId: PAT }, "Eve"],
    [{ words: ["A", "LOVE"] }, "Gus Eve Cat Bob Ada"],
    [{ words: ["not", "yours"] }, ""],
    [{ createdFrom: instantOf(2) }, "Gus Eve Cat"],
    [{ createdTo: instantOf(2) }, "Bob Ada"],
    [{ createdFrom: instantOf(1), createdTo: instantOf(4), stage: "new" }, "Cat"],
    [{ createdFrom: instantOf(4), createdTo: instantOf(1) }, ""],
    [{ capturedFrom: instantOf(1), capturedTo: instantOf(6) }, "Eve Cat Bob"],
    [{ capturedTo: LONG_AGO }, ""],
    [{ capturedFrom: LONG_AGO, capturedTo: instantOf(0), createdFrom: instantOf(1) }, "Gus"],
  ])("filtered by %j returns leads of this firm, newest first: %s", async (filters, expected) => {
    expect(await names(filters)).toEqual([expected, "end"]);
  });

  it.each<[Partial<LeadFilters>, number, string, number | "end"]>([
    [{}, 4, "Gus Eve Cat Bob", 1],
    [{ stage: "new" }, 3, "Gus Cat Ada", "end"],
    [{ stage: "new" }, 2, "Gus Cat", 2],
    [{ assigneeId: PAT }, 1, "Gus", 6],
  ])(
    "filtered by %j with the limit %d returns %s and continues after lead %s",
    async (filters, limit, expected, last) => {
      expect(await names(filters, limit)).toEqual([expected, last === "end" ? "end" : ids[last]]);
    },
  );

  it("continues after a lead that is not in the list", async () => {
    expect(await names({}, 50, ids[5])).toEqual(["Eve Cat Bob Ada", "end"]);
    expect(await names({ stage: "lost" }, 50, idInOrder(2))).toEqual(["Bob", "end"]);
    expect(await names({}, 50, ids[0])).toEqual(["", "end"]);
  });
});
