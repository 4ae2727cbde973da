import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { deadlineSignal, remainingMilliseconds, runWithDeadline } from "../runtime/deadline.ts";
import { describeCause, log } from "../runtime/log.ts";
import { lazy } from "../schema/zod.ts";
import type { RoutingRule } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { QueryRef } from "../table/read-records.ts";
import { turnsKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { memberAt } from "./rule-rings.rules.ts";

/** The member whose turn it is, if there is one, and whether the lead is owed a turn, which could not be had in time. */
export type Turn = { readonly memberId: string | null; readonly isOwed: boolean };

const NOBODY: Turn = { memberId: null, isOwed: false };
const OWED: Turn = { memberId: null, isOwed: true };

/** The longest that a lead waits for its turn. */
const TURN_MILLISECONDS = 3_000;

const turnsItem = lazy(() => z.object({ turns: z.number() }));

/**
 * Takes the next turn of a rule whose member is eligible. This is a write that stands among the reads of a decision: no
 * two leads get the same place, and a place of a lead that is then not written is lost. Never throws.
 */
export const takeTurn = (firm: FirmId, rule: RoutingRule, eligible: ReadonlySet<string>): QueryRef<Turn> => ({
  query: async (table) => {
    if (!rule.members.some(({ id }) => eligible.has(id))) return NOBODY;
    const milliseconds = Math.min(TURN_MILLISECONDS, remainingMilliseconds() / 2);
    try {
      return await runWithDeadline(milliseconds, () =>
        // The SDK's wait before another try knows no deadline.
        Promise.race([takePlaces(table, firm, rule, eligible), afterWait(milliseconds)]),
      );
    } catch (error) {
      log("warn", "turn_owed", { rule: rule.key, cause: describeCause(error) });
      return OWED;
    }
  },
});

const afterWait = async (milliseconds: number): Promise<never> => {
  await sleep(milliseconds, undefined, { signal: deadlineSignal() });
  throw new Error("The turn took too long.");
};

/** Takes places until one is of an eligible member, one round at most: then others have taken the rest. */
const takePlaces = async (
  table: Table,
  firm: FirmId,
  rule: RoutingRule,
  eligible: ReadonlySet<string>,
): Promise<Turn> => {
  for (let tried = 0; tried < rule.ring.places.length; tried++) {
    const memberId = memberAt(rule, await nextPlace(table, firm, rule));
    if (memberId !== undefined && eligible.has(memberId)) return { memberId, isOwed: false };
  }
  return OWED;
};

/** Counts a turn, in one write. A repeat by the SDK, whose first answer was lost, skips a place. */
const nextPlace = async (table: Table, firm: FirmId, { key, ring }: RoutingRule): Promise<number> => {
  const { item } = await updateItem(table, {
    Key: turnsKey(firm, key, ring.id),
    UpdateExpression: "ADD turns :one",
    ExpressionAttributeValues: { ":one": 1 },
  });
  return turnsItem().parse(item).turns;
};
