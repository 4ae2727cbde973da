import { describe, expect, it } from "@jest/globals";
import {
  createdAt,
  createdAtMilliseconds,
  derivedId,
  isUuid,
  newRecordId,
} from "../../shared/runtime/record-id.ts";

describe("a record's id", () => {
  it.each<[string, number, string]>([
    ["00000000-0000-7000-8000-000000000000", 0, "1970-01-01T00:00:00.000Z"],
    ["0199a000-0001-7fff-bfff-ffffffffffff", 0x199_a000_0001, "2025-10-01T13:39:38.625Z"],
    ["ffffffff-ffff-7000-8000-000000000000", 2 ** 48 - 1, "+010889-08-02T05:31:50.655Z"],
  ])("%s contains its creation to the millisecond: %d, %s", (id, milliseconds, instant) => {
    expect([createdAtMilliseconds(id), createdAt(id)]).toEqual([milliseconds, instant]);
  });

  it.each([
    ["0194f0a0-0000-7000-8000-000000000001", true],
    ["0194F0A0-0000-7000-8000-00000000000F", true],
    ["00000000-0000-0000-0000-000000000000", true],
    ["0194f0a0-0000-7000-8000-00000000000", false],
    ["0194f0a0-0000-7000-8000-0000000000012", false],
    ["0194f0a000007000800000000000000001", false],
    ["0194f0a0-0000-7000-8000-00000000000g", false],
    ["{0194f0a0-0000-7000-8000-000000000001}", false],
    [" 0194f0a0-0000-7000-8000-000000000001", false],
    ["0194f0a0-0000-7000-8000-000000000001\n", false],
    ["", false],
  ])("%j is a UUID: %s", (text, expected) => {
    expect(isUuid(text)).toBe(expected);
  });
});

const NOW = 1_764_000_000_000;

describe("newRecordId", () => {
  it.each([0, 1, NOW, 2 ** 48 - 1])("contains its creation to the millisecond: %d", (now) => {
    expect(createdAtMilliseconds(newRecordId(now))).toBe(now);
  });

  it("returns a lower-case UUIDv7, never the same twice", () => {
    const ids = Array.from({ length: 2_000 }, () => newRecordId(NOW));
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
  });

  it("returns ids that sort as text by creation", () => {
    const instants = [0, 1, 255, 256, 65_535, 65_536, NOW, NOW + 1, 2 ** 47];
    const ids = instants.map(newRecordId);
    expect([...ids].sort()).toEqual(ids);
  });

  it("returns ids of one millisecond that sort as they were created", () => {
    const ids = Array.from({ length: 2_000 }, () => newRecordId(NOW));
    expect([...ids].sort()).toEqual(ids);
  });
});

describe("derivedId", () => {
  const id = newRecordId(NOW);

  it("is the same for the same id and text, and another one for others", () => {
    const ids = [derivedId(id, "a"), derivedId(id, "b"), derivedId(newRecordId(NOW), "a")];
    expect([derivedId(id, "a"), new Set(ids).size]).toEqual([ids[0], 3]);
  });

  it.each([
    ["its id", undefined, NOW],
    ["its id, later than the previous one", NOW - 1, NOW],
    ["a millisecond after the previous one of the same time", NOW, NOW + 1],
    ["a millisecond after the previous one of a faster clock", NOW + 9_000, NOW + 9_001],
  ])("has the time of %s", (_, previous, expected) => {
    const before = previous === undefined ? undefined : newRecordId(previous);
    expect(createdAtMilliseconds(derivedId(id, "a", before))).toBe(expected);
  });
});
