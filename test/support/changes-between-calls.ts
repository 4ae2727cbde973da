import type { RecordKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { interceptStoreCalls, type StoreCall } from "./store-calls.ts";

const isTransaction = ({ name }: StoreCall) => name === "TransactWrite";

/**
 * Makes a change before the next transaction, or before the next write that `isWrite` names.
 * @returns a function that tells whether the change has happened
 */
export const changeBeforeWrite = (change: () => Promise<unknown>, isWrite = isTransaction) => {
  let isChanged = false;
  interceptStoreCalls(async (call) => {
    if (isWrite(call) && !isChanged) {
      isChanged = true;
      await change();
    }
    return call.send();
  });
  return () => isChanged;
};

/**
 * Makes a change within the next batch read: that read returns the items of `isReadAfter` after the change, and all
 * others before it.
 * @returns a function that tells whether the change has happened
 */
export const changeWithinRead = (
  table: Table,
  change: () => Promise<unknown>,
  isReadAfter: (key: RecordKey) => boolean,
) => {
  let isChanged = false;
  interceptStoreCalls(async ({ name, send }) => {
    const before = Object(await send());
    if (name !== "BatchGet" || isChanged) return before;
    isChanged = true;
    await change();
    const after = Object(await send());
    const items = [
      ...before.Responses[table.name].filter((item: RecordKey) => !isReadAfter(item)),
      ...after.Responses[table.name].filter(isReadAfter),
    ];
    return { ...before, Responses: { [table.name]: items } };
  });
  return () => isChanged;
};

/**
 * Makes a change within the next read: after the batch read, and before the first query.
 * @returns a function that tells whether the change has happened
 */
export const changeBeforeQuery = (change: () => Promise<unknown>) => {
  let isChanged = false;
  let sayThatBatchIsRead = () => {};
  const batchRead = new Promise<void>((resolve) => {
    sayThatBatchIsRead = resolve;
  });
  interceptStoreCalls(async ({ name, send }) => {
    if (name === "Query" && !isChanged) {
      isChanged = true;
      await batchRead;
      await change();
      return send();
    }
    const answer = await send();
    if (name === "BatchGet") sayThatBatchIsRead();
    return answer;
  });
  return () => isChanged;
};
