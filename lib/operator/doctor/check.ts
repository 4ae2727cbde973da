import type { Deployment } from "../deployment.ts";
import { describeError, isAccessRefused } from "../describe-error.ts";

/** A result of a check. A problem has an action and the heading in docs/runbooks.md with more advice. */
export type Finding = {
  readonly status: "ok" | "problem" | "not checked";
  readonly check: string;
  readonly detail: string;
  readonly action: string | null;
  /** A heading, in the form of its address. */
  readonly runbook: string | null;
};

export type Check = {
  readonly name: string;
  readonly isHostedLocally: boolean;
  /** The caller may lack this permission: the weekly check may not read records. */
  readonly readsRecords?: true;
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

/** Returns a finding: `ok`, or else a problem. */
export const expectThat = (isOk: boolean, check: string, detail: string, advice: Advice): Finding =>
  isOk ? ok(check, detail) : problem(check, detail, advice);

/** Advice for a setting that differs from what the stack declares. */
export const CHANGED = {
  action: "set it back to what the stack declares",
  runbook: "changed-settings",
} as const;

const NOT_ALLOWED = { action: "sign in with a role that may read it", runbook: "changed-settings" };

/** Runs a check. One that fails is a problem, also for lack of a permission, unless it reads records. */
export const runCheck = async (check: Check, deployment: Deployment): Promise<Finding[]> => {
  if (deployment.isLocal && !check.isHostedLocally) return [notChecked(check.name, "not hosted locally")];
  try {
    return await check.run(deployment);
  } catch (error) {
    if (!isAccessRefused(error)) return [problem(check.name, describeError(error), CHANGED)];
    if (check.readsRecords) return [notChecked(check.name, describeError(error))];
    return [problem(check.name, describeError(error), NOT_ALLOWED)];
  }
};
