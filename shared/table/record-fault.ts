import { describeCause, log } from "../runtime/log.ts";
import { AppError } from "../schema/app-error.ts";
import { hasInvalidItem } from "./commit.ts";
import type { RecordRef } from "./read-records.ts";
import { isStoreUnavailability, ReadAgain } from "./retry.ts";

/**
 * Returns whether an error concerns only the processed record, so that a walk continues: a malformed item, one that the
 * store never accepts, or a fault of ours. If the store or a queue refuses every call or is unavailable, all other records
 * would fail, too.
 */
export const isRecordFault = (error: unknown): boolean =>
  hasInvalidItem(error) || !(isRefusal(error) || isPassing(error));

/** Every error by which an AWS service answers has this field. */
const isRefusal = (error: unknown) => error instanceof Error && "$fault" in error;

const isPassing = (error: unknown) =>
  isStoreUnavailability(error) ||
  error instanceof ReadAgain ||
  (error instanceof AppError && error.code === "unavailable");

/** The place of a fault: a walk, and the id of the record. */
type Place = { readonly walk: string; readonly recordId: string };

/** Logs a fault that a walk has skipped, and no content of the record. */
export const reportFault = ({ walk, recordId }: Place, fault: unknown): void => {
  log("error", "record_not_processed", { walk, recordId, cause: describeCause(fault) });
};

/** Receives the fault of a record, and its id or a description for people. */
export type OnFault = (record: string, fault: unknown) => void;

/** Ends the walk. */
export const throwFault: OnFault = (_, fault) => {
  throw fault;
};

/** Returns the records of items, in order. `onFault` receives the items that cannot be parsed. */
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

/** Returns the same record, or null where it cannot be parsed. `onFault` then receives the fault. */
export const ifReadable = <Value>(
  { key, parse }: RecordRef<Value | null>,
  onFault: (fault: unknown) => void,
): RecordRef<Value | null> => ({
  key,
  parse: (item) => parseEach([item], parse, (_, fault) => onFault(fault))[0] ?? null,
});

/** Processes one record of a walk. `onFault` handles a fault of that record alone. */
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
