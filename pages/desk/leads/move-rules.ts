import type { Lead } from "../../../client/src/generated.ts";
import type { Stage } from "./rules.ts";

/** What a drop on a stage does, or the choice of the stage in the menu of a lead. */
export type Drop =
  | { readonly do: "nothing" }
  | { readonly do: "tell"; readonly why: Obstacle }
  | { readonly do: "move" };

/** Why a lead stays: it could not be read, is part of another one, or somebody has moved, archived or restored it. */
export type Obstacle =
  | { readonly kind: "merged"; readonly into: string }
  | { readonly kind: "unread" | "overtaken" | "archived" | "restored" };

const NOTHING: Drop = { do: "nothing" };

/** @param isMoving whether a move of the lead has no known end yet */
export const dropOf = (
  lead: Lead,
  to: string,
  { stages, isMoving }: { readonly stages: readonly Stage[]; readonly isMoving: boolean },
): Drop => {
  const isStage = stages.some(({ key }) => key === to);
  if (isMoving || !isStage || lead.status.key === to) return NOTHING;
  const into = lead.merged_into;
  return into === undefined ? { do: "move" } : { do: "tell", why: { kind: "merged", into } };
};

/** Returns what a move does once the lead was read: a PATCH has no version, and would undo what somebody did since. */
export const moveOf = (shown: Lead, read: Lead, to: string): Drop => {
  if (read.merged_into !== undefined) return { do: "tell", why: { kind: "merged", into: read.merged_into } };
  if (read.archived !== shown.archived)
    return { do: "tell", why: { kind: read.archived ? "archived" : "restored" } };
  if (read.status.key === to) return NOTHING;
  return read.status.key === shown.status.key ? { do: "move" } : { do: "tell", why: { kind: "overtaken" } };
};
