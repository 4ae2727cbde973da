import { createIntakeClient } from "../../client/src/index.ts";
import type { Table } from "../../shared/table/table.ts";
import { checkBooking } from "./check-booking.ts";
import { checkFallback } from "./check-fallback.ts";
import { checkKeys } from "./check-keys.ts";
import { type Clock, createSmokeFirm, eraseSmokeFirm } from "./smoke-firm.ts";

export type SmokeTest = Clock & {
  readonly table: Table;
  readonly baseUrl: string;
  readonly log: (line: string) => void;
};

/**
 * Tests a deployed or local service with a firm of its own, which is erased whatever happens.
 * @throws when the service does not do what it should, or the firm could not be erased
 */
export const runSmokeTest = async ({ table, baseUrl, log, ...clock }: SmokeTest): Promise<void> => {
  const { firmId, apiKey } = await createSmokeFirm(table, clock.now());
  log(`firm ${firmId} created`);
  const clientOf = (key: string) => createIntakeClient({ baseUrl, apiKey: key, maxRetryAfterSeconds: 10 });
  const intake = clientOf(apiKey);
  const failures: unknown[] = [];
  const fail = (step: string) => (error: unknown) => {
    log(`${step} failed: ${error instanceof Error ? error.message : String(error)}`);
    failures.push(error);
  };
  const check = async () => {
    await checkBooking(intake, { onStep: log, clientOf, ...clock });
    await checkKeys(intake, log);
    await checkFallback(baseUrl);
    log("paths without a route answered");
  };
  await check().catch(fail("smoke test"));
  await eraseSmokeFirm(table, firmId, clock).then(
    (items) => log(`firm erased, ${items} items`),
    fail(`erasing the firm ${firmId}`),
  );
  if (failures.length > 0) throw new AggregateError(failures, "The smoke test failed.");
};
