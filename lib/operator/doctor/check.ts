import type { Deployment } from "../deployment.ts";
import { describeError, isAccessRefused } from "../describe-error.ts";

/** What was found about one thing. A problem says what to do and where docs/runbooks.md says more. */
export type Finding = {
  readonly status: "ok" | "problem" | "not checked";
  readonly check: string;
  readonly detail: string;
  readonly action: string | null;
  /** A heading, as in its address. */
  readonly runbook: string | null;
};

export type Check = {
  readonly name: string;
  readonly isHostedLocally: boolean;
  readonly run: (deployment: Deployment) => Promise<Finding[]>;
};

type Advice = { readonly action: string; readonly runbook: string };

export const ok = (check: string, detail: string): Finding => ({
  status: "ok",
  check,
  detail,
  action: null,
  runbook: null,
});

export const problem = (check: string, detail: string, advice: Advice): Finding => ({
  status: "problem",
  check,
  detail,
  ...advice,
});

const notChecked = (check: string, detail: string): Finding => ({
  ...ok(check, detail),
  status: "not checked",
});

/** A thing that is as it should be, or else a problem. */
export const expectThat = (isOk: boolean, check: string, detail: string, advice: Advice): Finding =>
  isOk ? ok(check, detail) : problem(check, detail, advice);

/** Somebody or something changed what the stack declares. */
export const CHANGED = {
  action: "set it back to what the stack declares",
  runbook: "changed-settings",
} as const;

/** What cannot be looked at is a problem, unless the caller merely lacks the permission. */
export const runCheck = async (check: Check, deployment: Deployment): Promise<Finding[]> => {
  if (deployment.isLocal && !check.isHostedLocally) return [notChecked(check.name, "not hosted locally")];
  try {
    return await check.run(deployment);
  } catch (error) {
    if (isAccessRefused(error)) return [notChecked(check.name, describeError(error))];
    return [problem(check.name, String(error), CHANGED)];
  }
};
