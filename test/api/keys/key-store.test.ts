import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { keyStore } from "../../../shared/api/keys/key-store.ts";
import { rateLeases } from "../../../shared/api/keys/rate-leases.ts";
import { permitsPerLease } from "../../../shared/api/keys/rate-windows.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { apiKeyRecordKey, sha256 } from "../../../shared/table/record-keys.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { readStoredKey } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const store = keyStore(table);
const START = Date.UTC(2026, 10, 2, 15);
let firm: FirmId;
let otherFirm: FirmId;
beforeAll(async () => {
  [{ firmId: firm }, { firmId: otherFirm }] = [await newFirm(table), await newFirm(table)];
});

describe("the permits of a key's first lease", () => {
  it.each([
    [1, 1],
    [60, 1],
    [599, 1],
    [600, 2],
    [1_200, 4],
    [60_000, 4],
  ])("at %d requests a minute are %d", (limit, permits) => {
    expect(permitsPerLease(limit)).toBe(permits);
  });
});

describe("the window of a key", () => {
  it("contains the firm of the key", async () => {
    const [own, other] = [await addKey(table, firm), await addKey(table, otherFirm)];
    expect((await store.openWindow(own, START)).record?.firmId).toBe(firm);
    expect((await store.openWindow(other, START)).record?.firmId).toBe(otherFirm);
    expect(await readStoredKey(table, own)).toMatchObject({ windowUsed: 4 });
  });

  it("is not created for an unknown or deleted key", async () => {
    const secret = await addKey(table, firm);
    const Key = apiKeyRecordKey(sha256(secret));
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
    const notAdmitted = { admitted: false, record: null };
    expect(await store.openWindow(secret, START)).toEqual(notAdmitted);
    expect(await store.joinWindow(secret, { windowStart: START, permits: 1, ceiling: 9 })).toEqual(
      notAdmitted,
    );
    expect(await readStoredKey(table, secret)).toBeUndefined();
  });

  it("does not contain the secret, only its last four characters", async () => {
    const secret = await addKey(table, firm);
    expect(JSON.stringify(await readStoredKey(table, secret))).not.toContain(secret.slice(4, -4));
    expect(await readStoredKey(table, secret)).toMatchObject({ lastFour: secret.slice(-4) });
  });

  it.each([20, 181])(
    "is opened once, and joined up to its limit of %d by concurrent instances",
    async (limit) => {
      const secret = await addKey(table, firm, { requestsPerMinute: limit });
      const instances = Array.from({ length: 5 }, () => rateLeases(store));
      const requests = instances.flatMap(({ admit }) =>
        Array.from({ length: limit }, () => admit(secret, START)),
      );
      const admitted = (await Promise.all(requests)).filter((each) => each?.admitted);
      expect(admitted).toHaveLength(limit);
      expect(await readStoredKey(table, secret)).toMatchObject({ windowStartMilliseconds: START });
      expect(await store.openWindow(secret, START + 59_999)).toMatchObject({ admitted: false });
      expect(await store.openWindow(secret, START + 60_000)).toMatchObject({ admitted: true });
      const earlier = { windowStart: START, permits: 1, ceiling: limit };
      expect(await store.joinWindow(secret, earlier)).toMatchObject({ admitted: false });
    },
  );

  it("shows that its key was disabled", async () => {
    const secret = await addKey(table, firm, { enabled: false });
    expect((await store.openWindow(secret, START)).record).toMatchObject({ enabled: false });
  });
});
