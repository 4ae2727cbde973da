import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import {
  type DeduplicationEntry,
  isRepetition,
  nextEntry,
} from "../../shared/sources/deduplication.rules.ts";
import { newReceipt } from "../../shared/sources/inbound-delivery.rules.ts";

const received = (id: string, replayOf: string | null = null) => ({
  ...newReceipt({ id, body: Buffer.alloc(0), headers: {} }, { signature: null }),
  replayOf,
});

/** The entry after deliveries with these hashes, each under its position as id. */
const entryAfter = (...hashes: string[]) =>
  hashes.reduce<DeduplicationEntry | null>(
    (before, fieldsHash, index) =>
      nextEntry(before, "lead", { receipt: received(`id-${index}`), fieldsHash }),
    null,
  ) as DeduplicationEntry;

const repeats = (entry: DeduplicationEntry, fieldsHash: string, receipt = received("id-9")) =>
  isRepetition(entry, { receipt, fieldsHash });

describe("a delivery", () => {
  it("repeats the last one, and each that is remembered", () => {
    const entry = entryAfter("a", "b", "c");
    expect(["a", "b", "c", "d"].map((hash) => repeats(entry, hash))).toEqual([true, true, true, false]);
  });

  it("repeats none that is forgotten", () => {
    const hashes = Array.from({ length: LIMITS.rememberedDeliveries + 1 }, (_, n) => String(n));
    const [forgotten = "", ...remembered] = hashes;
    const entry = entryAfter(...hashes);
    expect(remembered.every((hash) => repeats(entry, hash))).toBe(true);
    expect(repeats(entry, forgotten)).toBe(false);
  });

  it("repeats the last one of an entry that knows no more", () => {
    const entry = { leadId: "lead", fieldsHash: "b", earlierHashes: [], deliveryId: null };
    expect([repeats(entry, "b"), repeats(entry, "a")]).toEqual([true, false]);
    expect(repeats(entry, "a", received("id-9", "id-0"))).toBe(false);
  });
});

describe("a replay", () => {
  const entry = entryAfter("a", "b");

  it("of an older delivery than the last one repeats, whatever it has by now", () => {
    expect(repeats(entry, "new", received("id-9", "id-0"))).toBe(true);
  });

  it("of the last delivery changes the lead whenever its fields differ, also back", () => {
    expect(repeats(entry, "b", received("id-9", "id-1"))).toBe(true);
    expect(repeats(entry, "new", received("id-9", "id-1"))).toBe(false);
    expect(repeats(entry, "a", received("id-9", "id-1"))).toBe(false);
  });

  it("of a newer delivery, such as a late retry that was rejected, counts as that delivery", () => {
    expect(repeats(entry, "a", received("id-9", "id-2"))).toBe(true);
    expect(repeats(entry, "new", received("id-9", "id-2"))).toBe(false);
    expect(nextEntry(entry, "lead", { receipt: received("id-9", "id-2"), fieldsHash: "new" })).toEqual({
      leadId: "lead",
      fieldsHash: "new",
      earlierHashes: ["b", "a"],
      deliveryId: "id-2",
    });
  });
});
