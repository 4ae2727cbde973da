import type { Table } from "../../../shared/table/table.ts";
import { hostileWorld } from "../../support/hostile-world.ts";
import { OPERATIONS } from "../../support/openapi/published-document.ts";
import { sayPart } from "../progress.ts";
import { deliveryCases } from "./delivery-cases.ts";
import { keptBodyCases } from "./kept-body-cases.ts";
import { compare, type HostileCase, type HostileTime } from "./processor-comparison.ts";
import { requestCases } from "./request-cases.ts";

/**
 * Measures the processor time of hostile requests of every operation, of hostile deliveries, and of the code that reads
 * the kept bodies of such deliveries. The times are ratios to plain ones of the same size.
 */
export const measureHostileTimes = async (table: Table): Promise<HostileTime[]> => {
  const world = await hostileWorld(table);
  const groups: (() => Promise<Readonly<Record<string, readonly HostileCase[]>>>)[] = [
    ...OPERATIONS.map((operation) => async () => ({
      [operation.name]: await requestCases(operation, world),
    })),
    () => deliveryCases(table),
    () => keptBodyCases(table),
  ];
  const times: HostileTime[] = [];
  for (const [index, group] of groups.entries()) {
    for (const [name, cases] of Object.entries(await group())) times.push(await compare(name, cases));
    sayPart("hostile requests", index + 1, groups.length);
  }
  return times;
};
