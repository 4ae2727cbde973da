import { describe, expect, it } from "@jest/globals";
import { createdAt, createdAtMilliseconds, isUuid } from "../../shared/runtime/record-id.ts";

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
