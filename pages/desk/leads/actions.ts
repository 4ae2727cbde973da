import type { ReadonlySignal } from "@preact/signals";
import type { Lead } from "../../../client/src/index.ts";
import { MoveRemark } from "./move-remark.tsx";
import { createMoves } from "./moves.ts";
import { NewLeadDialog } from "./new-lead.tsx";
import { createNewLead } from "./new-lead-state.ts";
import type { Shown } from "./rules.ts";

type World = { readonly shown: ReadonlySignal<Shown>; readonly put: (lead: Lead) => void };

/** Creates what changes leads: another script, so that the leads are seen before it is there. */
export const createActions = (world: World) => ({
  moves: createMoves(world),
  newLead: createNewLead(world.put),
  MoveRemark,
  NewLeadDialog,
});

export type Actions = ReturnType<typeof createActions>;
