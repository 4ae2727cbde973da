import { confirmed } from "../runtime/confirmation.ts";
import { countOutcome } from "../runtime/metrics.ts";
import { AppError } from "./app-error.ts";

/** Counts what becomes of an action: the outcome of its result, or the code of the error that it throws. */
export const countOutcomes = async <Result>(
  metric: Parameters<typeof countOutcome>[0],
  action: () => Promise<Result>,
  outcomeOf: (result: Result) => string,
): Promise<Result> => {
  try {
    const result = await action();
    await confirmed();
    countOutcome(metric, outcomeOf(result));
    return result;
  } catch (error) {
    await confirmed();
    countOutcome(metric, error instanceof AppError ? error.code : "failed");
    throw error;
  }
};
