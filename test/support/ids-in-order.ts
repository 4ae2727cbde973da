import { newRecordId } from "../../shared/runtime/record-id.ts";

const FIRST_MILLISECONDS = 1_764_000_000_000;

/** Returns the id of a record created this many minutes after the first one. Such ids sort by their index. */
export const idInOrder = (index: number) => newRecordId(FIRST_MILLISECONDS + index * 60_000);
