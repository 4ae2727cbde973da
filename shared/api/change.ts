import type { Actor } from "./actor.ts";

/** One stored change of a record that emits events. */
export type Change = {
  /** UUIDv7; event ids derive from it. */
  readonly id: string;
  /** ISO-8601 UTC instant. */
  readonly at: string;
  readonly actor: Actor;
  /** The request that makes it; the webhooks that tell of it name it. */
  readonly requestId?: string | undefined;
};
