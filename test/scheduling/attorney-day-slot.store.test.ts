import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { isSameSlot } from "../../shared/scheduling/attorney-day.rules.ts";
import { parseDay, slotToItem } from "../../shared/scheduling/attorney-day.store.ts";
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

describe("a stored slot", () => {
  it.each([
    ["of a consultation", slotAt(0, 5)],
    ["since the day before", slotAt(-1_439, 1_440)],
    ["at a millisecond", slotAt(600 + 1 / 60_000, 30)],
    ["of a hold", { ...slotAt(600), expiresAtMilliseconds: MIDNIGHT + 1 }],
  ])("%s is read as it was", (_, slot) => {
    const item = { sk: DATE, version: 1, slots: { [slot.id]: slotToItem(slot) } };
    expect(parseDay("ann", DATE, [item]).slots).toEqual([slot]);
  });

  it("is the same only with the same id, attorney, start and end", () => {
    const slot = slotAt(600);
    expect(isSameSlot(slot, { ...slot })).toBe(true);
    const others = [
      { id: newRecordId(NOW) },
      { attorneyId: "bob" },
      { start: MIDNIGHT },
      { end: slot.end + 1 },
    ];
    for (const other of others) expect(isSameSlot(slot, { ...slot, ...other })).toBe(false);
  });
});

it.each([
  [15, 1_024],
  [50, 3_072],
])("%i slots of a day, and one more, fit into %i bytes", (count, bytes) => {
  const firm = firmIdFromVerifiedSource(newRecordId(NOW));
  const held = Array.from({ length: count + 1 }, (_, index) => slotAt(index * 20, 20));
  const slots = Object.fromEntries(held.map((slot) => [slot.id, slotToItem(slot)]));
  const item = { ...dayKey(firm, newRecordId(NOW), DATE), slots, version: count };
  expect(itemBytes(marshall(item))).toBeLessThanOrEqual(bytes);
});
