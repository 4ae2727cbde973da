import type { Node } from "constructs";

/** What an alarm needs to know about the account and its engineers, given by `--context`. */
export type OnCall = {
  /** `alarmEmail`: who is told of every alarm. */
  readonly email: string | undefined;
  /** `runbookUrl`: the address of `docs/operations.md` for its readers. */
  readonly runbookUrl: string;
  /** `concurrencyQuota`: how many executions at once the account may have. */
  readonly concurrencyQuota: number;
  /** `monthlyBudget`: how many dollars the account may cost in a month before somebody is told. */
  readonly monthlyBudgetDollars: number | undefined;
};

/** AWS's default. */
const CONCURRENCY_QUOTA = 1_000;

/** @throws Error if the quota or the budget is not a number */
export const readOnCall = (node: Node): OnCall => {
  const concurrencyQuota = Number(node.tryGetContext("concurrencyQuota") || CONCURRENCY_QUOTA);
  if (!Number.isInteger(concurrencyQuota)) throw new Error("The context concurrencyQuota is not a number.");
  const monthlyBudgetDollars = Number(node.tryGetContext("monthlyBudget") || 0);
  if (!(monthlyBudgetDollars >= 0)) throw new Error("The context monthlyBudget is not a number of dollars.");
  return {
    email: node.tryGetContext("alarmEmail") || undefined,
    runbookUrl: node.tryGetContext("runbookUrl") || "docs/operations.md",
    concurrencyQuota,
    monthlyBudgetDollars: monthlyBudgetDollars || undefined,
  };
};
