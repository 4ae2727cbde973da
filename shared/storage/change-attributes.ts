import type { Change } from "../domain/events/change.ts";

/**
 * The attributes that every write of a record that emits events sets: `changeId` makes the stream invoke the publisher,
 * which reads both. Records stored before `actor` have none.
 */
export const changeAttributes = ({ id, actor }: Pick<Change, "id" | "actor">) => ({ changeId: id, actor });
