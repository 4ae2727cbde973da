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

const newInstances = (count: number) => Array.from({ length: count }, () => rateLeases(keyStore(table)));

type Instances = ReturnType<typeof newInstances>;

/** Returns how many of so many requests to each instance are admitted. */
const countAdmitted = async (instances: Instances, secret: string, now: number, requests: number) => {
  let admitted = 0;
  for (let request = 0; request < requests; request++)
    for (const leases of instances) admitted += Number((await leases.admit(secret, now))?.admitted);
  return admitted;
};

describe("a limit that is lowered", () => {
  it.each([
    [1, 2, 1],
    [8, 1, 0],
    [8, 20, 12],
  ])(
    "while %d instances have unused permits is %d within five seconds: %d more at most",
    async (count, limit, more) => {
      const secret = await addKey(table, firmId, { requestsPerMinute: 1_200, permitsPerLease: 4 });
      const instances = newInstances(count);
      expect(await countAdmitted(instances, secret, START, 1)).toBe(count);
      await setLimit(table, secret, limit);
      expect(await countAdmitted(instances, secret, START + 4_900, 6)).toBeLessThanOrEqual(more);
      expect(await countAdmitted(instances, secret, START + 60_000, 30)).toBe(limit);
    },
  );

  it("leaves an instance the permits that the new limit still allows", async () => {
    const secret = await addKey(table, firmId, { requestsPerMinute: 1_200, permitsPerLease: 4 });
    const instances = newInstances(1);
    expect(await countAdmitted(instances, secret, START, 3)).toBe(3);
    await setLimit(table, secret, 10);
    expect(await countAdmitted(instances, secret, START + 4_900, 20)).toBe(7);
  });
});

describe("a limit that is raised after it was used up", () => {
  it.each([1, 4, 60])("of %d takes effect within five seconds on every instance", async (limit) => {
    const secret = await addKey(table, firmId, { requestsPerMinute: limit });
    const instances = newInstances(3);
    expect(await countAdmitted(instances, secret, START, limit)).toBe(limit);
    expect(await countAdmitted(instances, secret, START + 100, 1)).toBe(0);
    await setLimit(table, secret, 1_000);
    expect(await countAdmitted(instances, secret, START + 4_900, 1)).toBe(3);
  });

  it("takes effect at once on an instance that has no lease", async () => {
    const secret = await addKey(table, firmId, { requestsPerMinute: 1 });
    const [first, second] = newInstances(2);
    await first?.admit(secret, START);
    await setLimit(table, secret, 2);
    expect(await second?.admit(secret, START + 1)).toMatchObject({ admitted: true, remaining: 0 });
  });

  it("applies from then on", async () => {
    const secret = await addKey(table, firmId, { requestsPerMinute: 3 });
    const instances = newInstances(1);
    expect(await countAdmitted(instances, secret, START, 5)).toBe(3);
    await setLimit(table, secret, 10);
    expect(await countAdmitted(instances, secret, START + 5_000, 20)).toBe(7);
  });
});
