import { createIntakeClient, type IntakeClient } from "../../../client/src/index.ts";
import type { Table } from "../../../shared/table/table.ts";
import { checkBooking, type OnStep } from "./check-booking.ts";
import { type Clock, createSmokeFirm, eraseSmokeFirm } from "./smoke-firm.ts";

type SmokeTest = Clock & {
  readonly table: Table;
  readonly baseUrl: string;
  readonly log: (line: string) => void;
};

/**
 * Tests a deployed or local service with a separate firm, and erases that firm even after a failure.
 * @throws Error if the service fails a step, or the firm could not be erased
 */
export const runSmokeTest = async ({ table, baseUrl, log, ...clock }: SmokeTest): Promise<void> => {
  const clientOf = (key: string) => createIntakeClient({ baseUrl, apiKey: key, maxRetryAfterSeconds: 10 });
  // Refuses an address to which no call can succeed, before there is a firm.
  clientOf("itk_");
  const { firmId, apiKey } = await createSmokeFirm(table, clock.now());
  log(`firm ${firmId} created`);
  const failures: unknown[] = [];
  const fail = (step: string) => (error: unknown) => {
    log(`${step} failed: ${error instanceof Error ? error.message : String(error)}`);
    failures.push(error);
  };
  const check = async () => {
    const intake = clientOf(apiKey);
    await checkBooking(intake, { onStep: log, baseUrl, clientOf, ...clock });
    await checkKeys(intake, log);
    await checkSignIn(intake, { log, clientOf });
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

/**
 * Calls every endpoint that writes keys, because only the cloud shows whether IAM allows their transactions. A source
 * cannot be deleted, so it is disabled; it goes with the firm.
 */
const checkKeys = async (intake: IntakeClient, onStep: OnStep): Promise<void> => {
  const key = await intake.createKey({ body: { name: "Smoke test", scopes: ["leads:read"] } });
  await intake.updateKey({ path: { id: key.id }, body: { enabled: false } });
  await intake.deleteKey({ path: { id: key.id } });
  onStep("key created, disabled and deleted");
  const source = await intake.createSource({ body: { key: "smoke-test", name: "Smoke test" } });
  await intake.rotateSourceKey({ path: { id: source.id }, body: {} });
  await intake.updateSource({ path: { id: source.id }, body: { enabled: false } });
  onStep("source created, its key rotated, and disabled");
};

type SignIn = { readonly log: OnStep; readonly clientOf: (key: string) => IntakeClient };

/** Signs a member in and out, which writes keys and other records in one transaction. */
const checkSignIn = async (intake: IntakeClient, { log, clientOf }: SignIn): Promise<void> => {
  const { id } = await intake.createMember({ body: { name: "Smoke test", access: "read" } });
  const { url } = await intake.createSignInLink({ path: { id } });
  const session = await clientOf(url.replace(/^.*#/, "")).createSession({ body: {} });
  await intake.endSession({ path: { id, sessionId: session.key.id } });
  await intake.updateMember({ path: { id }, body: { access: null } });
  log("member signed in and out");
};

/** Requests that match no route, with the status of their answer. */
const REQUESTS = [
  { method: "GET", path: "/api/smoke-test", status: 404 },
  { method: "OPTIONS", path: "/api/consultations", status: 204 },
] as const;

/** @throws Error if anything but the fallback answers a request without a route */
const checkFallback = async (baseUrl: string): Promise<void> => {
  for (const { method, path, status } of REQUESTS) {
    const response = await fetch(new URL(path, baseUrl), { method });
    await response.arrayBuffer();
    if (response.status !== status || !response.headers.has("x-request-id"))
      throw new Error(`${method} ${path} returned ${response.status} instead of ${status}.`);
  }
};
