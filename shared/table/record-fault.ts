import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { describePlace, log } from "../runtime/log.ts";
import { countOutcome } from "../runtime/metrics.ts";
import { AppError } from "../schema/app-error.ts";
import { hasInvalidItem } from "./commit.ts";
import type { RecordRef } from "./read-records.ts";
import { isStoreUnavailability, ReadAgain } from "./retry.ts";

/**
 * Whether an error is about the one record that was processed, so that a walk goes on with the next: an item that is
 * malformed or that the store never accepts, or a fault of ours. What the store refuses to everybody or cannot serve now
 * would end every other record's processing, too.
 */
export const isRecordFault = (error: unknown): boolean =>
  hasInvalidItem(error) || !(error instanceof DynamoDBServiceException || isPassing(error));

const isPassing = (error: unknown) =>
  isStoreUnavailability(error) ||
  error instanceof ReadAgain ||
  (error instanceof AppError && error.code === "unavailable");

/** Where a fault showed: a walk, and the id of the record. */
type Place = { readonly walk: string; readonly recordId: string };

/** Logs a fault that a walk has passed, and counts it as one of the service. Of what the record holds, nothing is logged. */
export const reportFault = ({ walk, recordId }: Place, fault: unknown): void => {
  countOutcome("ServerErrors", "internal_error");
  log("error", "record_not_processed", { walk, recordId, cause: describePlace(fault) });
};

/** Takes what was wrong with a record, which its id or words for people name. */
export type OnFault = (record: string, fault: unknown) => void;

/** Ends the walk. */
export const throwFault: OnFault = (_, fault) => {
  throw fault;
};

/** The records of items, in their order; `onFault` takes the items that cannot be parsed. */
export const parseEach = <Stored, Record>(
  items: readonly Stored[],
  parse: (item: Stored) => Record,
  onFault: (item: Stored, fault: unknown) => void,
): Record[] =>
  items.flatMap((item) => {
    try {
      return [parse(item)];
    } catch (fault) {
      onFault(item, fault);
      return [];
    }
  });

/** The same record, but null where it cannot be parsed: then `onFault` takes what was wrong. */
export const ifReadable = <Value>(
  { key, parse }: RecordRef<Value | null>,
  onFault: (fault: unknown) => void,
): RecordRef<Value | null> => ({
  key,
  parse: (item) => parseEach([item], parse, (_, fault) => onFault(fault))[0] ?? null,
});

/** Processes one record of a walk; what is wrong with it alone is left to `onFault`. */
export const processRecord = async <Result, Marked>(
  process: () => Promise<Result>,
  onFault: (fault: unknown) => Marked,
): Promise<Result | Marked> => {
  try {
    return await process();
  } catch (error) {
    if (!isRecordFault(error)) throw error;
    return onFault(error);
  }
};
