export type { IntakeClientOptions } from "./client-options.ts";
export * from "./errors.ts";
export * from "./events.ts";
export type * from "./generated.ts";
export { API_VERSION } from "./generated.ts";
export * from "./intake-client.ts";
export type { RequestOptions } from "./request-options.ts";
