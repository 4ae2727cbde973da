import type { IntakeClient } from "../../client/src/index.ts";
import type { OnStep } from "./check-booking.ts";

/**
 * Calls every endpoint that writes keys: whether IAM lets their transactions pass is known only in the cloud. A source cannot be
 * deleted, so it is disabled; it goes with the firm.
 */
export const checkKeys = async (intake: IntakeClient, onStep: OnStep): Promise<void> => {
  const key = await intake.createKey({ body: { name: "Smoke test", scopes: ["leads:read"] } });
  await intake.updateKey({ path: { id: key.id }, body: { enabled: false } });
  await intake.deleteKey({ path: { id: key.id } });
  onStep("key created, disabled and deleted");
  const source = await intake.createSource({ body: { key: "smoke-test", name: "Smoke test" } });
  await intake.rotateSourceKey({ path: { id: source.id }, body: {} });
  await intake.updateSource({ path: { id: source.id }, body: { enabled: false } });
  onStep("source created, its key rotated, and disabled");
};
