import { expect } from "@jest/globals";
import type { Table } from "../../shared/table/table.ts";
import { readStreamRecords } from "./table-stream.ts";

/** Expects every change id in the table's stream to belong to one stored change. */
export const expectDistinctChanges = async (table: Table) => {
  const changes = (await readStreamRecords(table)).flatMap(({ dynamodb }) => {
    const [before, after] = [dynamodb?.OldImage?.changeId?.S, dynamodb?.NewImage?.changeId?.S];
    return after === undefined || after === before ? [] : [after];
  });
  expect(changes.length).toBeGreaterThan(0);
  expect(new Set(changes).size).toBe(changes.length);
};
