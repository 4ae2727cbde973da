import { beforeAll, describe, expect, it } from "@jest/globals";
import { keyStore } from "../../../shared/api/keys/key-store.ts";
import { rateLeases } from "../../../shared/api/keys/rate-leases.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { setLimit } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let firmId: FirmId;
beforeAll(async () => {
  ({ firmId } = await newFirm(table));
});

const START = Date.UTC(2027, 0, 1);

describe("a limit that is raised after it was used up", () => {
  it.each([1, 4, 60])("of %d is in force within five seconds on every instance", async (limit) => {
    const secret = await addKey(table, firmId, { requestsPerMinute: limit });
    const instances = Array.from({ length: 3 }, () => rateLeases(keyStore(table)));
    const admit = async (now: number) => {
      const admissions = [];
      for (const leases of instances) admissions.push(await leases.admit(secret, now));
      return admissions.map((admission) => admission?.admitted);
    };
    for (let request = 0; request < limit; request++) await admit(START + request);
    expect(await admit(START + 100)).toEqual([false, false, false]);
    await setLimit(table, secret, 1_000);
    expect(await admit(START + 4_900)).toEqual([true, true, true]);
  });

  it("is in force at once on an instance that has no lease", async () => {
    const secret = await addKey(table, firmId, { requestsPerMinute: 1 });
    await rateLeases(keyStore(table)).admit(secret, START);
    await setLimit(table, secret, 2);
    const admission = await rateLeases(keyStore(table)).admit(secret, START + 1);
    expect(admission).toMatchObject({ admitted: true, remaining: 0 });
  });

  it("holds from then on", async () => {
    const secret = await addKey(table, firmId, { requestsPerMinute: 3 });
    const leases = rateLeases(keyStore(table));
    for (let request = 0; request < 5; request++) await leases.admit(secret, START + request);
    await setLimit(table, secret, 10);
    let admitted = 0;
    for (let request = 0; request < 20; request++) {
      const admission = await leases.admit(secret, START + 5_000 + request);
      admitted += Number(admission?.admitted);
    }
    expect(admitted).toBe(7);
  });
});
