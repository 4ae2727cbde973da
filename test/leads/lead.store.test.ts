import { beforeAll, describe, expect, it } from "@jest/globals";
import { storedChangeId } from "../../shared/api/change.ts";
import { type Lead, leadInEvents } from "../../shared/leads/lead.rules.ts";
import { leadRecord, leadToItem, putLead as leadWrite, parseLead } from "../../shared/leads/lead.store.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { commitWhenFree } from "../../shared/table/commit.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { changeAt } from "../support/changes.ts";
import { newSettings } from "../support/decisions.ts";
import { newFirm } from "../support/firms.ts";
import { newLead, putLead, readStoredLead } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const now = Date.parse("2026-11-20T10:00:00.000Z");
const assignee = newRecordId(now);
let firm: FirmId;
let otherFirm: FirmId;
beforeAll(async () => {
  [{ firmId: firm }, { firmId: otherFirm }] = [await newFirm(table), await newFirm(table)];
});

const read = (of: FirmId, id: string) => readRecord(table, leadRecord(of, id));

const write = async (of: FirmId, lead: Lead, change = changeAt(now)) =>
  (await commitWhenFree(table, [leadWrite(of, lead, change)])).result;

const next = (lead: Lead, fields: Partial<Lead>): Lead => ({
  ...lead,
  ...fields,
  revision: lead.revision + 1,
});

describe("a stored lead", () => {
  it("is read as it was created, and its item has its own change id", async () => {
    const lead = newLead({ assigneeId: assignee, data: { summary: "Fell", value: -1.5, urgent: false } });
    const created = changeAt(now);
    expect(await write(firm, lead, created)).toBe("done");
    const changeId = storedChangeId(lead, created);
    expect(await read(firm, lead.id)).toEqual({ ...lead, changeId });
    expect(await readStoredLead(table, firm, lead.id)).toMatchObject({
      changeId,
      listing: "active",
    });
  });

  it("that is older than its capture, contacts and deadline has none of them, and was captured when it was created", () => {
    const { capturedAt, firstContactAt, nextContactAt, respondBy, routingRule, overdueCount, ...older } =
      leadToItem(firm, newLead(), changeAt(now));
    expect(parseLead(older)).toMatchObject({
      ...{ capturedAt, firstContactAt: null, nextContactAt: null },
      ...{ respondBy: null, routingRule: null, overdueCount: 0 },
    });
  });

  it.each([0, 1e-130, 1.2345678901234e-130, 0.1, -0.3, 9007199254740991, 12345678.90123])(
    "keeps the number %d exactly",
    async (value) => {
      const { id } = await putLead(table, firm, { data: { value } });
      expect((await read(firm, id))?.data).toEqual({ value });
    },
  );

  it("keeps data keys of any name separate from its own attributes", async () => {
    const data = {
      "a.b": 1,
      "#n0": 2,
      ":v0": 3,
      pk: "4",
      stage: "5",
      constructor: "6",
      "ключ 😀": "7",
      toJSON: "8",
    };
    const lead = next(await putLead(table, firm), { data });
    expect(await write(firm, lead)).toBe("done");
    expect((await read(firm, lead.id))?.data).toEqual(data);
  });

  it("is replaced by its next revision; without assignee, email and phone, their indexes lack it", async () => {
    const lead = await putLead(table, firm, { assigneeId: assignee, phone: "+12125550187" });
    const change = changeAt(now);
    const without = { assigneeId: null, email: "", phone: "" };
    const changed = next(lead, { ...without, firstName: "Eve", archived: true });
    expect(await write(firm, changed, change)).toBe("done");
    const changeId = storedChangeId(lead, change);
    expect(await read(firm, lead.id)).toEqual({ ...changed, changeId });
    const item = await readStoredLead(table, firm, lead.id);
    expect(item).toMatchObject({ changeId, listing: "archived" });
    for (const key of ["assigneeId", "leadEmail", "leadPhone"]) expect(item).not.toHaveProperty(key);
  });

  it("is read with the lead that it was merged into, or the leads that were merged into it", async () => {
    const mergedInto = newRecordId(now);
    const fields = { mergedInto, mergedLeadIds: [newRecordId(now), newRecordId(now)] };
    const lead = await putLead(table, firm, fields);
    expect(await read(firm, lead.id)).toEqual(lead);
    const settings = newSettings();
    expect(leadInEvents(lead, settings)).toMatchObject({ merged_into: mergedInto });
    expect(leadInEvents(newLead(), settings)).not.toHaveProperty("merged_into");
  });

  it("is not replaced by a change of an earlier state", async () => {
    const lead = await putLead(table, firm);
    await write(firm, next(lead, { firstName: "Eve" }));
    expect(await write(firm, next(lead, { firstName: "Bob" }))).toBe("refused");
    expect((await read(firm, lead.id))?.firstName).toBe("Eve");
  });

  it("is created once: a repeated create changes nothing", async () => {
    const lead = newLead();
    await write(firm, lead);
    await write(firm, next(lead, { firstName: "Eve" }));
    expect(await write(firm, lead)).toBe("done");
    expect((await read(firm, lead.id))?.firstName).toBe("Eve");
  });
});

describe("a lead of another firm or an unknown lead", () => {
  it.each([
    ["of another firm", () => putLead(table, otherFirm)],
    ["unknown", async () => newLead()],
  ])("is not changed: %s", async (_, make) => {
    const lead = await make();
    const before = await readStoredLead(table, otherFirm, lead.id);
    expect(await write(firm, next(lead, { firstName: "Eve" }))).toBe("refused");
    expect(await read(firm, lead.id)).toBeNull();
    expect(await readStoredLead(table, otherFirm, lead.id)).toEqual(before);
  });

  it("may have the same id, and each firm changes its own", async () => {
    const lead = await putLead(table, firm);
    await putLead(table, otherFirm, { ...lead, firstName: "Eve" });
    await write(firm, next(lead, { archived: true }));
    const [own, other] = [await read(firm, lead.id), await read(otherFirm, lead.id)];
    expect([own?.firstName, own?.archived, other?.firstName, other?.archived]).toEqual([
      "Ada",
      true,
      "Eve",
      false,
    ]);
  });
});
