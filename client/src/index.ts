export * from "./errors.ts";
export * from "./events.ts";
export type * from "./generated.ts";
export { TimeoutError } from "./generated.ts";
export * from "./intake-client.ts";
