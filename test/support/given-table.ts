import type { Table } from "../../shared/table/table.ts";

/** Returns a table that answers each command by a function, without a database. */
export const givenTable = (send: (command: never) => Promise<object>): Table => ({
  name: "given",
  client: { send } as unknown as Table["client"],
});
