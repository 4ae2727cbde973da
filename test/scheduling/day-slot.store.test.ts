import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { isSlotOf, parseSlotBytes, slotBytes, slotKey } from "../../shared/scheduling/day-slot.store.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { dayKey } from "../../shared/table/record-keys.ts";
import { itemBytes } from "../bench/item-size.ts";

const NOW = Date.parse("2027-01-04");
const DATE = "2027-03-03";
const MIDNIGHT = Date.parse(DATE);

const slotAt = (minute: number, minutes = 60) => {
  const start = MIDNIGHT + minute * 60_000;
  return { id: newRecordId(NOW), attorneyId: "ann", start, end: start + minutes * 60_000 };
};

const storeAndParse = (slot: Parameters<typeof slotBytes>[0]) =>
  parseSlotBytes("ann", DATE, [slotKey(DATE, slot), slotBytes(slot)]);

describe("a stored slot", () => {
  it.each([
    ["at midnight", 0, 5, "0"],
    ["in the last minute", 1_439, 1_440, "13z"],
    ["since the day before", -1, 1_440, "-1"],
    ["since a day before", -1_439, 1_440, "-13z"],
    ["at a millisecond", 600 + 1 / 60_000, 30, "go.1"],
    ["before midnight at a millisecond", -1 + 59_999 / 60_000, 30, "-1.1aan"],
  ])("%s is read as it was", (_, minute, minutes, key) => {
    const slot = slotAt(minute, minutes);
    expect(slotKey(DATE, slot)).toBe(key);
    const { id, ...interval } = slot;
    expect(storeAndParse(slot)).toEqual({ ...interval, idPrefix: id.slice(0, 21) });
    const held = { ...slot, expiresAtMilliseconds: MIDNIGHT + 1 };
    expect(storeAndParse(held)).toEqual({ ...interval, idPrefix: id, expiresAtMilliseconds: MIDNIGHT + 1 });
  });

  it("is that of one consultation, by its start, end, attorney and the beginning of its id", () => {
    const slot = slotAt(600);
    const stored = storeAndParse(slot);
    expect(isSlotOf(stored, slot)).toBe(true);
    for (const other of [
      { id: newRecordId(NOW) },
      { attorneyId: "bob" },
      { start: MIDNIGHT },
      { end: slot.end + 1 },
    ])
      expect(isSlotOf(stored, { ...slot, ...other })).toBe(false);
  });
});

it("65 slots of a day fit in one kilobyte, and 200 in three", () => {
  const firm = firmIdFromVerifiedSource(newRecordId(NOW));
  const bytesOf = (count: number) => {
    const held = Array.from({ length: count }, (_, index) => slotAt(index * 7, 7));
    const slots = Object.fromEntries(held.map((slot) => [slotKey(DATE, slot), slotBytes(slot)]));
    return itemBytes(marshall({ ...dayKey(firm, newRecordId(NOW), DATE), slots, version: count }));
  };
  expect(bytesOf(65)).toBeLessThanOrEqual(1_024);
  expect(bytesOf(200)).toBeLessThanOrEqual(3_072);
});
