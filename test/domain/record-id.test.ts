import { describe, expect, it } from "@jest/globals";
import { createdAt, createdAtMilliseconds, isUuid } from "../../shared/domain/record-id.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";

describe("a record's id", () => {
  it.each([0, 1, 1_764_000_000_000, 2 ** 48 - 1])("holds its creation to the millisecond: %d", (now) => {
    expect(createdAtMilliseconds(newRecordId(now))).toBe(now);
  });

  it("shows it as an ISO-8601 UTC instant with milliseconds", () => {
    expect(createdAt(newRecordId(Date.UTC(2026, 10, 1, 12, 30)))).toBe("2026-11-01T12:30:00.000Z");
  });

  it("is a lower-case UUIDv7, never made twice", () => {
    const ids = Array.from({ length: 2_000 }, () => newRecordId(1_764_000_000_000));
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
  });

  it("sorts as text by creation", () => {
    const instants = [0, 1, 255, 256, 65_535, 65_536, 1_764_000_000_000, 1_764_000_000_001, 2 ** 47];
    const ids = instants.map(newRecordId);
    expect([...ids].sort()).toEqual(ids);
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
  ])("%j is a UUID: %s", (text, is) => {
    expect(isUuid(text)).toBe(is);
  });
});
