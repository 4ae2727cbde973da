import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "@jest/globals";
import type { DeduplicationEntry, NextEntry } from "../../shared/sources/deduplication.rules.ts";
import { placeHash, shortHash, targetId, textHash } from "../../shared/sources/deduplication.rules.ts";
import {
  deduplicationWrites,
  eraseEntry,
  parseDeduplicationEntry,
  unpackTargets,
} from "../../shared/sources/deduplication.store.ts";
import type { Write } from "../../shared/table/commit.ts";
import { externalIdKey, type Item, sha256 } from "../../shared/table/record-keys.ts";
import { itemBytes } from "../bench/item-size.ts";
import { FIRM_ID } from "../support/decisions.ts";

const ID = "018f0000-0000-7000-8000-000000000e10";
const KEY = externalIdKey(FIRM_ID, ID, "42");
const HASHES = Array.from({ length: 8 }, (_, index) => shortHash(String(index)));

/** Returns hashes of so many targets. The first is not stored as it was sent, and the second was a constant. */
const targets = (count: number) =>
  new Map(
    Array.from({ length: count }, (_, index) => {
      const sent = textHash(`sent ${index}`);
      const stored = index < 2 ? textHash("stored") : sent;
      const place = placeHash(JSON.stringify([[[String(index)]], []]));
      const isConstant = index === 1;
      return [
        targetId(String(index)),
        isConstant ? { sent: null, place: null, stored } : { sent, place, stored },
      ] as const;
    }),
  );

const entry = (count: number): NextEntry => ({
  leadId: ID,
  deliveryId: ID,
  bodies: HASHES,
  values: HASHES.toReversed(),
  targets: targets(count),
  formerHashes: HASHES.map(sha256),
});

const putOf = (write: Write | undefined) => {
  if (!write || !("Put" in write)) throw new Error("The write is no put.");
  return write.Put;
};
const written = (after: NextEntry, before: DeduplicationEntry | null = null) =>
  putOf(deduplicationWrites({ keys: [KEY], records: [before], after })[0]);
const itemOf = (after: NextEntry): Item => written(after).Item ?? {};

describe("a deduplication record", () => {
  it("contains all that it was written for, with a revision", () => {
    const read = parseDeduplicationEntry(itemOf(entry(9)));
    expect(read).toEqual({ ...entry(9), revision: 1, formerHashes: read.formerHashes });
  });

  it("of a release without places knows none, but the beginnings of the hashes", () => {
    const attributes = { sent: new Uint8Array(24), stored: new Uint8Array(12).fill(255) };
    expect([...(unpackTargets(attributes)?.entries() ?? [])]).toEqual([
      ["00000000", { sent: "0".repeat(10), place: null, stored: "0".repeat(10) }],
      ["ffffffff", { sent: null, place: null, stored: "f".repeat(10) }],
    ]);
  });

  it("has at most a kilobyte with 40 targets and eight deliveries", () => {
    expect(itemBytes(marshall(itemOf(entry(40))))).toBeLessThanOrEqual(1_024);
  });

  it("can be read by an earlier release, which knows the earlier deliveries where there is room", () => {
    const former = (count: number) => [sha256(HASHES[0] ?? ""), HASHES.slice(1, 1 + count).map(sha256)];
    const shown = (item: Item) => [item.fieldsHash, item.earlierHashes];
    expect(itemOf(entry(40))).toMatchObject({ lead: ID, delivery: ID });
    expect([9, 40].map((count) => shown(itemOf(entry(count))))).toEqual([former(6), former(0)]);
  });

  it("of an earlier release knows its lead and what that release remembers", () => {
    const item = { ...KEY, lead: ID, delivery: null, fieldsHash: "a", earlierHashes: ["b"] };
    expect(parseDeduplicationEntry(item)).toEqual({
      ...{ leadId: ID, revision: 0, deliveryId: null, bodies: [], values: [], targets: null },
      formerHashes: ["a", "b"],
    });
  });

  it("is written on condition that it is unchanged since it was read", () => {
    const read = parseDeduplicationEntry(itemOf(entry(9)));
    expect(written(entry(9))).toMatchObject({ ConditionExpression: "attribute_not_exists(pk)" });
    expect(written(entry(9), { ...read, revision: 3 })).toMatchObject({
      Item: { revision: 4 },
      ConditionExpression: "revision = :before",
      ExpressionAttributeValues: { ":before": 3 },
    });
    expect(written(entry(9), { ...read, revision: 0, formerHashes: ["a", "b"] })).toMatchObject({
      Item: { revision: 1 },
      ConditionExpression: "attribute_not_exists(revision) AND fieldsHash = :before",
      ExpressionAttributeValues: { ":before": "a" },
    });
  });

  it("of an erased lead has its id and the hashes of whole bodies", () => {
    const read = parseDeduplicationEntry(itemOf(entry(9)));
    const { Item = {}, ConditionExpression } = putOf(eraseEntry(KEY, read));
    expect(ConditionExpression).toBe("revision = :before");
    expect(Item).toEqual({
      ...{ ...KEY, lead: ID, delivery: null, revision: 2, fieldsHash: "erased", earlierHashes: [] },
      bodies: itemOf(entry(9)).bodies,
    });
  });
});
