import * as z from "zod";

const batchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/**
 * Reads a response with `ReportBatchItemFailures`. Without failures, or without a response, every item succeeded.
 * @throws ZodError if the response is malformed, which Lambda treats as a failure of the whole batch
 */
export const failedItemIdentifiers = (response: unknown): string[] =>
  (batchResponse.parse(response ?? {}).batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
