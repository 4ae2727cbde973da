import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Lead } from "../../../client/src/index.ts";
import { fill, isolated } from "../../shared/fill.ts";
import { fullName } from "../contact.ts";
import { announce } from "../parts.tsx";
import { createWrite, intake, type Write } from "../requests.ts";
import { t } from "../texts.ts";
import { type Drop, dropOf, moveOf, type Obstacle } from "./move-rules.ts";
import type { Shown, Targets } from "./rules.ts";
import { stageName, stages } from "./stages.ts";

/** The lead is read, its change is sent, or it stays where it is. */
type Step = "reading" | "sending" | Obstacle;

/** A move that is not known to be done. The write says what became of what was sent. */
export type Move = { readonly to: string; readonly step: Signal<Step>; readonly write: Write<Lead> };

export type Moves = ReturnType<typeof createMoves>;

type World = { readonly shown: ReadonlySignal<Shown>; readonly put: (lead: Lead) => void };

/** Returns true as long as a move may still be done. */
const isOpen = ({ step, write }: Move): boolean =>
  step.value === "reading" ||
  (step.value === "sending" && (write.isBusy.value || write.state.value.kind === "idle"));

const readLead = (id: string): Promise<Lead> => intake().getLead({ path: { id } });

/** Creates what moves leads to other stages, each in a write of its own. */
export const createMoves = ({ shown, put }: World) => {
  const all = signal<ReadonlyMap<string, Move>>(new Map());
  const targets = computed<Targets>(
    () => new Map([...all.value].map(([id, move]) => [id, isOpen(move) ? move.to : null])),
  );

  const forget = (id: string) => {
    all.value = new Map([...all.peek()].filter(([each]) => each !== id));
  };

  const read = async (id: string): Promise<Lead | null> => {
    const lead = await readLead(id).catch(() => null);
    if (lead) put(lead);
    return lead;
  };

  /** Moves a lead, tells why it stays, or does nothing. */
  const follow = async (drop: Drop, lead: Lead, move: Move): Promise<void> => {
    if (drop.do === "nothing") forget(lead.id);
    else if (drop.do === "tell") move.step.value = drop.why;
    else await send(lead, move);
  };

  const send = async (lead: Lead, move: Move): Promise<void> => {
    const { id } = lead;
    const { to, step, write } = move;
    const names = { name: isolated(fullName(lead)), stage: isolated(stageName(to)) };
    step.value = "sending";
    const done = await write.run({
      what: fill(t().leads.wasMoved, names),
      typed: { id, to },
      send: (options) => intake().updateLead({ path: { id }, body: { status: to } }, options),
      find: async () => {
        const found = await readLead(id);
        return found.status.key === to ? found : null;
      },
    });
    if (done === undefined) return explain(id, move);
    put(done);
    forget(id);
    announce(fill(t().leads.moved, names));
  };

  /** Finds the lead that remains, if the refusal is because of a merge. */
  const explain = async (id: string, { step, write }: Move): Promise<void> => {
    const state = write.state.peek();
    const isMerged = state.kind === "refused" && state.error.code === "lead_merged";
    const into = isMerged ? (await read(id))?.merged_into : undefined;
    if (into !== undefined) step.value = { kind: "merged", into };
  };

  /** Decides by the lead as it is now: a PATCH has no version. */
  const look = async (lead: Lead, to: string): Promise<Drop> => {
    const now = await read(lead.id);
    return now ? moveOf(lead, now, to) : { do: "tell", why: { kind: "unread" } };
  };

  const start = async (lead: Lead, to: string): Promise<void> => {
    const drop = dropOf(lead, to, {
      stages: stages(),
      isMoving: typeof targets.peek().get(lead.id) === "string",
    });
    if (drop.do === "nothing") return;
    const move: Move = { to, step: signal<Step>("reading"), write: createWrite<Lead>() };
    all.value = new Map(all.peek()).set(lead.id, move);
    await follow(drop.do === "move" ? await look(lead, to) : drop, lead, move);
  };

  return {
    all,
    targets,
    /** Forgets why a lead stays where it is. */
    forget,
    /** Moves a lead to a stage, unless it is moving or there already. */
    move: async (id: string, to: string): Promise<void> => {
      const lead = shown.peek().leads.get(id)?.lead;
      if (lead) await start(lead, to);
    },
  };
};
