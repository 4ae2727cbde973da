import { beforeAll, describe, expect, it } from "@jest/globals";
import type { FirmId } from "../../../shared/domain/firm/firm-id.ts";
import type { LeadChange } from "../../../shared/domain/leads/lead-changes.ts";
import { newRecordId } from "../../../shared/runtime/new-record-id.ts";
import { readRecord } from "../../../shared/storage/dynamodb/read-records.ts";
import { leadRecord, leadStore } from "../../../shared/storage/leads/lead-store.ts";
import { changeAt } from "../../support/changes.ts";
import { newFirm } from "../../support/firms.ts";
import { newLead, putLead, readStoredLead } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const store = leadStore(table);
const now = Date.parse("2026-11-20T10:00:00.000Z");
const assignee = newRecordId(now);
let firm: FirmId;
let otherFirm: FirmId;
beforeAll(async () => {
  [{ firmId: firm }, { firmId: otherFirm }] = [await newFirm(table), await newFirm(table)];
});

const read = async (of: FirmId, id: string) => {
  return readRecord(table, leadRecord(of, id));
};
const change = (parts: Partial<LeadChange["data"]> & { fields?: LeadChange["fields"] }): LeadChange => ({
  fields: parts.fields ?? {},
  data: { set: parts.set ?? {}, removed: parts.removed ?? [] },
});

describe("a stored lead", () => {
  it("is read as it was created, and its item has the change id", async () => {
    const lead = newLead({ assigneeId: assignee, data: { summary: "Fell", value: -1.5, urgent: false } });
    const created = changeAt(now);
    expect(await store.create(firm, lead, created, null)).toBeNull();
    expect(await read(firm, lead.id)).toEqual(lead);
    expect(await readStoredLead(table, firm, lead.id)).toMatchObject({
      changeId: created.id,
      listing: "active",
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
    const data = { "a.b": 1, "#n0": 2, ":v0": 3, pk: "4", stage: "5", constructor: "6", "ключ 😀": "7" };
    const lead = await putLead(table, firm);
    const changed = await store.change(firm, lead, change({ set: data }), changeAt(now));
    expect(changed).toMatchObject({ data, stage: "new" });
    expect((await read(firm, lead.id))?.data).toEqual(data);
  });

  it("applies a change field by field, unassigns with null and increments its revision", async () => {
    const lead = await putLead(table, firm, { assigneeId: assignee, data: { summary: "Fell", value: 1 } });
    const changed = changeAt(now);
    const requested = change({
      fields: { firstName: "Eve", stage: "lost", assigneeId: null },
      set: { urgent: true },
      removed: ["value"],
    });
    const expected = {
      ...lead,
      firstName: "Eve",
      stage: "lost",
      assigneeId: null,
      data: { summary: "Fell", urgent: true },
      lastActivityAt: changed.at,
      revision: 2,
    };
    expect(await store.change(firm, lead, requested, changed)).toEqual(expected);
    expect(await read(firm, lead.id)).toEqual(expected);
    const item = await readStoredLead(table, firm, lead.id);
    expect([item?.changeId, item && "assigneeId" in item]).toEqual([changed.id, false]);
  });

  it("is archived and restored by one attribute", async () => {
    const lead = await putLead(table, firm);
    const [hidden, shown] = [changeAt(now), changeAt(now)];
    expect(await store.setArchived(firm, lead, true, hidden)).toBe("done");
    const archived = { ...lead, archived: true, revision: 2 };
    expect(await read(firm, lead.id)).toEqual(archived);
    expect(await readStoredLead(table, firm, lead.id)).toMatchObject({
      listing: "archived",
      changeId: hidden.id,
    });
    expect(await store.setArchived(firm, archived, false, shown)).toBe("done");
    expect(await read(firm, lead.id)).toEqual({ ...lead, revision: 3 });
  });

  it("that has changed since it was read is neither archived nor restored", async () => {
    const lead = await putLead(table, firm);
    const changed = await store.change(firm, lead, change({ fields: { firstName: "Eve" } }), changeAt(now));
    for (const archived of [true, false])
      expect(await store.setArchived(firm, lead, archived, changeAt(now))).toBe("conflict");
    expect(await read(firm, lead.id)).toEqual(changed);
  });

  it("does not go back in time when a change that began earlier is written later", async () => {
    const lead = await putLead(table, firm, { lastActivityAt: new Date(now).toISOString() });
    const changed = await store.change(
      firm,
      lead,
      change({ fields: { firstName: "Eve" } }),
      changeAt(now - 1),
    );
    expect(changed).toMatchObject({ firstName: "Eve", lastActivityAt: lead.lastActivityAt });
  });

  it("is created once: a repeated create changes nothing", async () => {
    const lead = newLead();
    await store.create(firm, lead, changeAt(now), null);
    await store.change(firm, lead, change({ fields: { firstName: "Eve" } }), changeAt(now));
    expect(await store.create(firm, lead, changeAt(now), null)).toBeNull();
    expect((await read(firm, lead.id))?.firstName).toBe("Eve");
  });
});

describe("a lead of another firm or an unknown lead", () => {
  it.each([
    ["of another firm", () => putLead(table, otherFirm)],
    ["unknown", async () => newLead()],
  ])("is a conflict for every write and stays unchanged: %s", async (_, make) => {
    const lead = { ...(await make()), revision: 1 };
    const { id } = lead;
    const before = await readStoredLead(table, otherFirm, id);
    const requested = change({ fields: { firstName: "Eve" } });
    expect(await store.change(firm, lead, requested, changeAt(now))).toBe("conflict");
    for (const archived of [true, false])
      expect(await store.setArchived(firm, lead, archived, changeAt(now))).toBe("conflict");
    expect(await read(firm, id)).toBeNull();
    expect(await readStoredLead(table, firm, id)).toBeUndefined();
    expect(await readStoredLead(table, otherFirm, id)).toEqual(before);
  });

  it("may have the same id, and each firm changes its own", async () => {
    const lead = await putLead(table, firm);
    await putLead(table, otherFirm, { ...lead, firstName: "Eve" });
    await store.setArchived(firm, lead, true, changeAt(now));
    const [own, other] = [await read(firm, lead.id), await read(otherFirm, lead.id)];
    expect([own?.firstName, own?.archived, other?.firstName, other?.archived]).toEqual([
      "Ada",
      true,
      "Eve",
      false,
    ]);
  });
});
