import type { ReadonlySignal } from "@preact/signals";
import type { Lead } from "../../../client/src/index.ts";
import { MoveRemark } from "./move-remark.tsx";
import { createMoves } from "./moves.ts";
import { NewLead } from "./new-lead.tsx";
import type { Shown } from "./rules.ts";

type World = { readonly shown: ReadonlySignal<Shown>; readonly put: (lead: Lead) => void };

/** Creates what changes leads. */
export const createActions = (world: World) => ({ moves: createMoves(world), NewLead, MoveRemark });
