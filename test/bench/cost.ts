import { createRequire } from "node:module";
import type { StoreCall } from "./capacity-proxy.ts";

export const sumCost = (calls: readonly StoreCall[]) => ({
  roundTrips: new Set(calls.map(({ trip }) => trip)).size,
  readUnits: calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
  writeUnits: calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
});

export type Cost = ReturnType<typeof sumCost>;

const require = createRequire(import.meta.url);

/** Loads the bundle again, with empty caches and no lease. */
export const freshInstance = (file: string) => {
  delete require.cache[file];
  return require(file);
};
