import type { Figures } from "./figures.ts";
import { type Driver, listDollars, PRICES } from "./prices.ts";
import { sum } from "./sum.ts";
import { GIGABYTE } from "./units.ts";
import type { Usage } from "./usage.ts";
import type { Invocation } from "./work.ts";

/** What one more invocation takes, on an instance that runs already. */
export const invocationUsage = ({ stack }: Figures, invocation: Invocation): Usage => ({
  "DynamoDB writes": invocation.cost.writeUnits,
  "DynamoDB reads": invocation.cost.readUnits,
  "Lambda requests": 1,
  "Lambda time": (stack.memoryMegabytes / 1024) * (invocation.milliseconds / 1_000),
  "HTTP API": invocation.isRequest ? 1 : 0,
  "CloudWatch Logs": invocation.logBytes / GIGABYTE,
  "Data transfer out": invocation.bytesOut / GIGABYTE,
});

/** At list prices, without what is free. */
export const dollarsOf = (usage: Usage): number =>
  sum(Object.entries(usage).map(([name, quantity]) => listDollars(PRICES[name as Driver], quantity)));
