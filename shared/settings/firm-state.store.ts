import * as z from "zod/mini";
import type { KeyRecord } from "../api/keys/key-store.ts";
import { permitsPerLease } from "../api/keys/rate-windows.ts";
import { firmDisabled, notFound } from "../schema/app-error.ts";
import { lazy } from "../schema/zod.ts";
import { commitWhenFree, type Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { RecordRef } from "../table/read-records.ts";
import { apiKeyRecordKey, firmRateKey, type Item, keyCountsKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";

// The operator's settings of a firm are attributes of its key counts, because every new API key writes that item
// already. Each key repeats them as `firmDisabled` and `firmLimited`, so that a request needs no second read.

/** The operator's settings of a firm as a whole. */
export type FirmState = {
  /** ISO-8601 UTC instant, or null. */
  readonly disabledAt: string | null;
  /** The limit across the firm's keys, or null. */
  readonly requestsPerMinute: number | null;
};

const stateItem = lazy(() =>
  z.object({
    firmDisabledAt: z._default(z.nullable(z.string()), null),
    firmRequestsPerMinute: z._default(z.nullable(z.number()), null),
  }),
);

const parseState = (counts: Item = {}): FirmState => {
  const { firmDisabledAt, firmRequestsPerMinute } = stateItem().parse(counts);
  return { disabledAt: firmDisabledAt, requestsPerMinute: firmRequestsPerMinute };
};

export const firmStateRecord = (firm: FirmId): RecordRef<FirmState> => ({
  key: keyCountsKey(firm),
  parse: parseState,
});

/** Returns the condition that a firm is, or is not, disabled and limited. */
const stateCondition = (isDisabled: boolean, isLimited: boolean) =>
  `${existence(isDisabled)}(firmDisabledAt) AND ${existence(isLimited)}(firmRequestsPerMinute)`;

const existence = (isThere: boolean) => (isThere ? "attribute_exists" : "attribute_not_exists");

type MarkedKey = Pick<KeyRecord, "firmDisabled" | "firmLimited">;

/** Returns the condition on the key counts for adding a key: the key's marks match its firm's state. */
export const newKeyCondition = ({ firmDisabled, firmLimited }: MarkedKey) =>
  stateCondition(firmDisabled === true, firmLimited === true);

/** Returns why `newKeyCondition` refused a key, given the key counts; null when they meet it. */
export const newKeyRefusal = (
  counts: Item | undefined,
  { firmDisabled, firmLimited }: MarkedKey,
): "firm_disabled" | "firm_state_differs" | null => {
  const state = parseState(counts);
  const [isDisabled, isLimited] = [state.disabledAt !== null, state.requestsPerMinute !== null];
  if (isDisabled && !firmDisabled) return "firm_disabled";
  const isMarked = isDisabled === (firmDisabled === true) && isLimited === (firmLimited === true);
  return isMarked ? null : "firm_state_differs";
};

/** Returns a new key with its firm's marks. A disabled firm cannot make keys itself. */
export const markedKey = (key: KeyRecord, { requestsPerMinute }: FirmState): KeyRecord =>
  requestsPerMinute === null ? key : { ...key, firmLimited: true };

/** Returns the same for a key that the operator makes. A disabled firm's key works once the firm is enabled. */
export const operatorKey = (key: KeyRecord, state: FirmState): KeyRecord => {
  const marked = markedKey(key, state);
  return state.disabledAt === null ? marked : { ...marked, firmDisabled: true };
};

/** Makes the write of a new key depend on the firm's state. */
export const newKeyCheck = (firm: FirmId, key: MarkedKey): Write => ({
  ...stateCheck(firm, newKeyCondition(key)),
  refusal: (counts) => (newKeyRefusal(counts, key) === "firm_disabled" ? firmDisabled() : null),
});

const stateCheck = (firm: FirmId, condition: string) => ({
  ConditionCheck: {
    Key: keyCountsKey(firm),
    ConditionExpression: condition,
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  },
});

/** Keeps the instant if the firm is already disabled. */
export const markFirmDisabled = async (table: Table, firm: FirmId, at: string): Promise<void> => {
  await updateItem(table, {
    Key: keyCountsKey(firm),
    UpdateExpression: "SET firmDisabledAt = if_not_exists(firmDisabledAt, :at)",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":at": at },
  });
};

export const markFirmEnabled = async (table: Table, firm: FirmId): Promise<void> => {
  await updateItem(table, {
    Key: keyCountsKey(firm),
    UpdateExpression: "REMOVE firmDisabledAt",
    ConditionExpression: "attribute_exists(pk)",
  });
};

/** Sets the limit across the keys and keeps the used part of the window. */
export const setFirmLimit = async (table: Table, firm: FirmId, requestsPerMinute: number): Promise<void> => {
  const { result } = await commitWhenFree(table, [
    {
      Update: {
        Key: keyCountsKey(firm),
        UpdateExpression: "SET firmRequestsPerMinute = :limit",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeValues: { ":limit": requestsPerMinute },
      },
    },
    {
      Update: {
        Key: firmRateKey(firm),
        UpdateExpression:
          "SET firmId = :firm, requestsPerMinute = :limit, permitsPerLease = :permits, windowStartMilliseconds = if_not_exists(windowStartMilliseconds, :none), windowUsed = if_not_exists(windowUsed, :none)",
        ExpressionAttributeValues: {
          ":firm": firm,
          ":limit": requestsPerMinute,
          ":permits": permitsPerLease(requestsPerMinute),
          ":none": 0,
        },
      },
    },
  ]);
  if (result === "refused") throw notFound("firm");
};

/** Removes the limit. Its window stays, for keys that are still marked. */
export const removeFirmLimit = async (table: Table, firm: FirmId): Promise<void> => {
  await updateItem(table, {
    Key: keyCountsKey(firm),
    UpdateExpression: "REMOVE firmRequestsPerMinute",
    ConditionExpression: "attribute_exists(pk)",
  });
};

/** Removes the window, unless the limit has been set again meanwhile. */
export const removeFirmWindow = async (table: Table, firm: FirmId): Promise<"done" | "overtaken"> => {
  const { result } = await commitWhenFree(table, [
    {
      ConditionCheck: {
        Key: keyCountsKey(firm),
        ConditionExpression: "attribute_not_exists(firmRequestsPerMinute)",
      },
    },
    { Delete: { Key: firmRateKey(firm) } },
  ]);
  return result === "refused" ? "overtaken" : "done";
};

/**
 * Copies the firm's state to one of its keys.
 * @returns `gone` when the key does not exist, or `overtaken` when the firm's state has changed meanwhile
 */
export const markKey = async (
  table: Table,
  firm: FirmId,
  { sha256, state }: { readonly sha256: string; readonly state: FirmState },
): Promise<"done" | "gone" | "overtaken"> => {
  const [isDisabled, isLimited] = [state.disabledAt !== null, state.requestsPerMinute !== null];
  const outcome = await commitWhenFree(table, [
    stateCheck(firm, stateCondition(isDisabled, isLimited)),
    { Update: keyUpdate(sha256, { firmDisabled: isDisabled, firmLimited: isLimited }) },
  ]);
  if (outcome.result === "done") return outcome.result;
  return outcome.reasons[0]?.failed ? "overtaken" : "gone";
};

/** Sets or removes marks. A mark is never false. */
const keyUpdate = (sha256: string, marks: Readonly<Record<string, boolean>>) => {
  const names = (isSet: boolean) => Object.keys(marks).filter((name) => marks[name] === isSet);
  const clauses = [
    ["SET", names(true).map((name) => `${name} = :yes`)],
    ["REMOVE", names(false)],
  ] as const;
  return {
    Key: apiKeyRecordKey(sha256),
    ConditionExpression: "attribute_exists(pk)",
    UpdateExpression: clauses
      .flatMap(([verb, parts]) => (parts.length > 0 ? [`${verb} ${parts.join(", ")}`] : []))
      .join(" "),
    ...(names(true).length > 0 && { ExpressionAttributeValues: { ":yes": true } }),
  };
};
