import { describe, expect, it } from "@jest/globals";
import { createdAtMilliseconds, newRecordId } from "../../shared/runtime/record-id.ts";

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
});
