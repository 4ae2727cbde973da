import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { keyStore } from "../../../shared/api/keys/key-store.ts";
import { rateLeases } from "../../../shared/api/keys/rate-leases.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { checkProperty } from "../../support/check-property.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const START = Date.parse("2026-11-20T10:00:00.000Z");
let firm: FirmId;
beforeAll(async () => {
  ({ firmId: firm } = await newFirm(table));
});

type Instance = ReturnType<typeof rateLeases>;

const newInstances = (count: number) => Array.from({ length: count }, () => rateLeases(keyStore(table)));

const admitted = async ({ admit }: Instance, secret: string, now: number, requests: number) => {
  const admissions = await Promise.all(Array.from({ length: requests }, () => admit(secret, now)));
  return admissions.filter((admission) => admission?.admitted).length;
};

describe("unused permits of an expired lease", () => {
  it("stay with their instance, although others have used up the rest of the limit", async () => {
    const secret = await addKey(table, firm, { requestsPerMinute: 10, permitsPerLease: 4 });
    const [slow, quick] = newInstances(2) as [Instance, Instance];
    expect(await admitted(slow, secret, START, 1)).toBe(1); // leaves three permits
    expect(await admitted(quick, secret, START, 20)).toBe(6);
    expect(await admitted(slow, secret, START + 9_000, 20)).toBe(3);
    expect(await admitted(quick, secret, START + 20_000, 20)).toBe(0);
  });

  it("are neither lost nor used twice: exactly the limit is admitted for any distribution of requests", async () => {
    const visit = fc.record({
      instance: fc.nat(2),
      gapMilliseconds: fc.nat(9_500),
      requests: fc.integer({ min: 1, max: 25 }),
    });
    const limits = fc.record({
      requestsPerMinute: fc.integer({ min: 1, max: 90 }),
      permitsPerLease: fc.integer({ min: 1, max: 12 }),
    });
    await checkProperty(
      fc.asyncProperty(limits, fc.array(visit, { maxLength: 12 }), async (key, visits) => {
        const secret = await addKey(table, firm, key);
        const instances = newInstances(3);
        let now = START;
        let sum = 0;
        for (const { instance, gapMilliseconds, requests } of visits) {
          sum += await admitted(instances[instance] as Instance, secret, now, requests);
          now = Math.min(now + gapMilliseconds, START + 59_000);
        }
        for (const each of instances)
          sum += await admitted(each, secret, START + 59_999, key.requestsPerMinute);
        expect(sum).toBe(key.requestsPerMinute);
      }),
      20,
    );
  });
});
