import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import {
  AlreadyClaimed,
  type Claim,
  claimWrite,
  priorClaimRecord,
} from "../../shared/api/idempotency-store.ts";
import { putLead } from "../../shared/leads/lead.store.ts";
import { commitWhenFree } from "../../shared/table/commit.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { idempotencyKey } from "../../shared/table/record-keys.ts";
import { changeAt } from "../support/changes.ts";
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
  return readRecord(table, priorClaimRecord(of, claim));
};

const create = async (of: FirmId, claim: Claim) => {
  const lead = newLead();
  const change = changeAt(claim.nowMilliseconds);
  const writes = [claimWrite(of, claim, lead.id), putLead(of, lead, change)];
  const prior = await commitWhenFree(table, writes).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AlreadyClaimed) return error.prior;
      throw error;
    },
  );
  return { id: lead.id, prior, written: (await readStoredLead(table, of, lead.id)) !== undefined };
};

describe("an idempotency key", () => {
  it("has no prior claim when it is absent", async () => {
    expect(await priorOf(firm, null)).toBeNull();
  });

  it("is claimed in one write with the record that it creates", async () => {
    const claim = claimOn("first");
    expect(await priorOf(firm, claim)).toBeNull();
    const { id, prior, written } = await create(firm, claim);
    expect([prior, written]).toEqual([null, true]);
    expect(await priorOf(firm, claim)).toEqual({ recordId: id, payloadHash: "hash" });
  });

  it("is kept for at least 24 hours", async () => {
    const first = await create(firm, claimOn("day"));
    const later = claimOn("day", { nowMilliseconds: (NOW_SECONDS + DAY_SECONDS) * 1000 + 999 });
    expect((await create(firm, later)).prior?.recordId).toBe(first.id);
  });

  it.each([
    ["expired a second ago", -1, false],
    ["expires this very second", 0, false],
    ["expires in a second", 1, true],
  ])("that %s (%i s) counts: %s", async (title, seconds, counts) => {
    const claim = claimOn(title);
    const Item = {
      ...idempotencyKey(firm, claim.operation, claim.key),
      recordId: "old",
      payloadHash: "old hash",
      // in the future, so that DynamoDB's TTL does not delete it
      expiresAtEpochSeconds: NOW_SECONDS + 3600 + seconds,
    };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    const later = { ...claim, nowMilliseconds: (NOW_SECONDS + 3600) * 1000 };
    const prior = counts ? { recordId: "old", payloadHash: "old hash" } : null;
    expect(await priorOf(firm, later)).toEqual(prior);
    expect(await create(firm, later)).toMatchObject({ prior, written: !counts });
  });

  it("that is claimed again after its expiry belongs to the new record", async () => {
    await create(firm, claimOn("renewed"));
    const later = claimOn("renewed", { nowMilliseconds: (NOW_SECONDS + 30 * DAY_SECONDS) * 1000 });
    const renewed = await create(firm, later);
    expect(renewed.written).toBe(true);
    expect(await priorOf(firm, later)).toMatchObject({ recordId: renewed.id });
  });

  it("is scoped to its firm and operation", async () => {
    const leads = await countLeads(table, otherFirm);
    await create(firm, claimOn("shared"));
    expect(await priorOf(otherFirm, claimOn("shared"))).toBeNull();
    expect(await priorOf(firm, claimOn("shared", { operation: "book-consultation" }))).toBeNull();
    expect(await create(otherFirm, claimOn("shared"))).toMatchObject({ prior: null, written: true });
    expect(await create(firm, claimOn("shared", { operation: "other" }))).toMatchObject({ written: true });
    expect(await countLeads(table, otherFirm)).toBe(leads + 1);
  });
});
