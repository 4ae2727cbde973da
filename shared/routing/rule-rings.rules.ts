import { isDeepStrictEqual } from "node:util";
import type { FirmSettings, RoutingRule } from "../settings/firm.rules.ts";
import { ringOf } from "./ring.rules.ts";

/** Gives each rule its ring: a new one, with an id of its own, unless its members and weights are those of before. */
export const withRings = (
  rules: readonly RoutingRule[],
  { routing, version }: Pick<FirmSettings, "routing" | "version">,
): RoutingRule[] =>
  rules.map((rule) => {
    const before = routing.find(({ key }) => key === rule.key);
    const isKept = before && isDeepStrictEqual(before.members, rule.members);
    return { ...rule, ring: isKept ? before.ring : { id: version + 1, places: placesOf(rule) } };
  });

const placesOf = ({ members }: RoutingRule) =>
  ringOf(members.map(({ weight }) => weight))
    .map((index) => index.toString(36))
    .join("");

/** Returns the id of the member at the place of the nth turn, counted from 1. */
export const memberAt = ({ ring: { places }, members }: RoutingRule, turn: number): string | undefined =>
  members[Number.parseInt(places.charAt((turn - 1) % places.length), 36)]?.id;
