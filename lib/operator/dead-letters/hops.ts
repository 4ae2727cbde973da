import { Argument } from "commander";
import { discardedChanges, publishEventsDeadLetters } from "./change-hops.ts";
import type { Hop } from "./dead-letter.ts";
import { deliveryDeadLetters } from "./delivery-hop.ts";
import { fanOutDeadLetters, ruleDeadLetters } from "./event-hops.ts";

/** From the table to the firms' endpoints, in the order in which an event passes them. */
export const HOPS: readonly Hop[] = [
  publishEventsDeadLetters,
  discardedChanges,
  ruleDeadLetters,
  fanOutDeadLetters,
  deliveryDeadLetters,
];

/** `<hop>`, or `[hop]` for a command that takes all by default. */
export const hopArgument = (name: string) =>
  new Argument(name, "where they are kept").choices(HOPS.map((hop) => hop.name));

/** @throws when there is no such hop */
export const findHop = (name: string): Hop => {
  const hop = HOPS.find((each) => each.name === name);
  if (hop) return hop;
  throw new Error(`there is no ${name}`);
};
