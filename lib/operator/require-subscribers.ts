import type { Deployment } from "./deployment.ts";
import { checkSubscribers } from "./doctor/alarm-checks.ts";

/** @throws Error if nobody has confirmed a subscription to a topic of the alarms, so that nobody would hear one */
export const requireSubscribers = async (deployment: Deployment) => {
  const missing = (await checkSubscribers(deployment)).filter(({ status }) => status === "problem");
  if (missing.length > 0)
    throw new Error(
      `The stage is deployed, but nobody hears its alarms. ${missing.map(({ check }) => check).join(", ")}: none is confirmed. Confirm by the link in the mail, then run the job again.`,
    );
};
