import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import { changeAt } from "../../shared/runtime/new-record-id.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { type Claim, priorClaimRecord } from "../../shared/storage/idempotency-store.ts";
import { leadStore } from "../../shared/storage/leads/lead-store.ts";
import { idempotencyKey } from "../../shared/storage/record-keys.ts";
import { newFirm } from "../support/firms.ts";
import { countLeads, newLead, readStoredLead } from "../support/leads.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const NOW_SECONDS = Math.floor(Date.now() / 1000);
const DAY_SECONDS = 24 * 3600;
let firm: FirmId;
let otherFirm: FirmId;
beforeAll(async () => {
  [{ firmId: firm }, { firmId: otherFirm }] = [await newFirm(table), await newFirm(table)];
});

const claimOn = (key: string, changes: Partial<Claim> = {}): Claim => ({
  operation: "create-lead",
  key,
  payloadHash: "hash",
  nowMilliseconds: NOW_SECONDS * 1000,
  ...changes,
});

const priorOf = async (of: FirmId, claim: Claim | null) => {
  const prior = await readRecord(table, priorClaimRecord(of, claim));
  return prior;
};

const create = async (of: FirmId, claim: Claim) => {
  const lead = newLead();
  const prior = await leadStore(table).create(of, lead, changeAt(claim.nowMilliseconds), claim);
  return { id: lead.id, prior, written: (await readStoredLead(table, of, lead.id)) !== undefined };
};

describe("an idempotency key", () => {
  it("is none where none was sent", async () => {
    expect(await priorOf(firm, null)).toBeNull();
  });

  it("is claimed with the record it makes, in one write", async () => {
    const claim = claimOn("first");
    expect(await priorOf(firm, claim)).toBeNull();
    const { id, prior, written } = await create(firm, claim);
    expect([prior, written]).toEqual([null, true]);
    expect(await priorOf(firm, claim)).toEqual({ recordId: id, payloadHash: "hash" });
  });

  it("keeps a second record from being written, whatever its body, and tells the first", async () => {
    const first = await create(firm, claimOn("second"));
    const again = await create(firm, claimOn("second", { payloadHash: "other" }));
    expect(again).toMatchObject({ prior: { recordId: first.id, payloadHash: "hash" }, written: false });
  });

  it("is kept at least 24 hours, to the last second of its time", async () => {
    const first = await create(firm, claimOn("day"));
    const later = claimOn("day", { nowMilliseconds: (NOW_SECONDS + DAY_SECONDS) * 1000 + 999 });
    expect((await create(firm, later)).prior?.recordId).toBe(first.id);
  });

  it.each([
    ["expired a second ago", -1, false],
    ["expires this very second", 0, false],
    ["expires in a second", 1, true],
  ])("that %s counts, though the store still has it: %#", async (title, seconds, counts) => {
    const claim = claimOn(title);
    const Item = {
      ...idempotencyKey(firm, claim.operation, claim.key),
      recordId: "old",
      payloadHash: "old hash",
      // far enough ahead that the store's own sweep of this table leaves it alone
      expiresAtEpochSeconds: NOW_SECONDS + 3600 + seconds,
    };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    const judged = { ...claim, nowMilliseconds: (NOW_SECONDS + 3600) * 1000 };
    const prior = counts ? { recordId: "old", payloadHash: "old hash" } : null;
    expect(await priorOf(firm, judged)).toEqual(prior);
    expect(await create(firm, judged)).toMatchObject({ prior, written: !counts });
  });

  it("that was claimed anew after its time is the new record's", async () => {
    await create(firm, claimOn("renewed"));
    const later = claimOn("renewed", { nowMilliseconds: (NOW_SECONDS + 30 * DAY_SECONDS) * 1000 });
    const renewed = await create(firm, later);
    expect(renewed.written).toBe(true);
    expect(await priorOf(firm, later)).toMatchObject({ recordId: renewed.id });
  });

  it("is another firm's own, and another operation's own", async () => {
    const leads = await countLeads(table, otherFirm);
    await create(firm, claimOn("shared"));
    expect(await priorOf(otherFirm, claimOn("shared"))).toBeNull();
    expect(await priorOf(firm, claimOn("shared", { operation: "book-consultation" }))).toBeNull();
    expect(await create(otherFirm, claimOn("shared"))).toMatchObject({ prior: null, written: true });
    expect(await create(firm, claimOn("shared", { operation: "other" }))).toMatchObject({ written: true });
    expect(await countLeads(table, otherFirm)).toBe(leads + 1);
  });

  it.each(["a#b", "x".repeat(255), "~!$%^&*()", "KEY", "first "])(
    "%j is not mixed up with another",
    async (key) => {
      expect((await create(firm, claimOn(key))).prior).toBeNull();
      expect((await create(firm, claimOn(`${key}.`))).prior).toBeNull();
    },
  );

  it("claimed 30 times at once is one caller's, and all others are told whose", async () => {
    const results = await Promise.all(Array.from({ length: 30 }, () => create(firm, claimOn("race"))));
    const winners = results.filter(({ written }) => written);
    const told = new Set(results.flatMap(({ prior }) => (prior ? [prior.recordId] : [])));
    expect([winners.length, [...told]]).toEqual([1, [winners[0]?.id]]);
  });
});
