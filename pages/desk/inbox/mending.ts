import { computed, signal } from "@preact/signals";
import { type InboundPreview, IntakeApiError, type Source } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { setSource } from "../directory.ts";
import { createWrite, intake, type Write } from "../requests.ts";
import { t } from "../texts.ts";
import { latest } from "./latest.ts";
import {
  type Changes,
  changedMapping,
  isSameMapping,
  isSameRule,
  type Mapping,
  type Rule,
  rebase,
  ruleOf,
  type Target,
} from "./mapping.ts";
import { becomesLead } from "./rules.ts";
import { type Delivery, readPage } from "./state.ts";

const PREVIEW_DELAY_MILLISECONDS = 300;
/** The rejected deliveries that an unsaved mapping is tried on, and how many at a time. */
const TRIED_MAXIMUM = 20;
const TRIED_AT_ONCE = 4;

export type Shown =
  | { readonly kind: "reading" }
  | { readonly kind: "shown"; readonly preview: InboundPreview }
  | { readonly kind: "refused"; readonly error: IntakeApiError }
  | { readonly kind: "failed" };

/** How many of the last rejected deliveries an unsaved mapping would turn into leads, as far as they were tried. */
type Trial = { readonly tried: number; readonly leads: number; readonly total: number };

/** Returns whether nobody knows yet how a write ends. */
export const isUnderWay = <R>({ state }: Write<R>): boolean =>
  state.value.kind === "sending" || state.value.kind === "unknown";

/** A delivery whose source's mapping is edited: the changes, what they would do, and how they are saved. */
export const createMending = ({ id, sourceId }: Delivery, source: Source) => {
  const base = signal(source);
  const changes = signal<Changes>({});
  /** The targets that another person has changed meanwhile, until somebody chooses. */
  const conflicts = signal<readonly string[]>([]);
  const mapping = computed(() => changedMapping(base.value.mapping, changes.value));
  const changed = computed(() =>
    Object.keys(changes.value).filter((target) => !isSameRule(mapping.value, base.value.mapping, target)),
  );
  const isDirty = computed(() => changed.value.length > 0);
  const shown = signal<Shown>({ kind: "reading" });
  const trial = signal<Trial | null>(null);
  /** The rejected deliveries of the source that nobody has mended, newest first, up to a page. */
  const open = signal<readonly Delivery[]>([]);
  const hasMore = signal(false);
  const save = createWrite<Source>();
  const path = { id: sourceId };

  /** Reads what else is rejected, and the mapping as it is now. */
  const read = async () => {
    const [{ items, cursor }, now] = await Promise.all([
      readPage(sourceId, { filter: "rejected" }),
      intake().getSource({ path }),
    ]);
    open.value = items;
    hasMore.value = cursor !== null;
    if (Object.keys(changes.peek()).length === 0) base.value = now;
  };

  const previewOf = (deliveryId: string, signal: AbortSignal) =>
    intake().previewInboundDelivery(
      { path, body: { delivery_id: deliveryId, ...(isDirty.peek() && { mapping: mapping.peek() }) } },
      { signal },
    );

  const tryOn = async (signal: AbortSignal) => {
    const rejected = open.peek().slice(0, TRIED_MAXIMUM);
    let leads = 0;
    for (let tried = 0; tried < rejected.length; tried += TRIED_AT_ONCE) {
      const some = rejected.slice(tried, tried + TRIED_AT_ONCE);
      const previews = await Promise.all(some.map((delivery) => previewOf(delivery.id, signal)));
      leads += previews.filter(becomesLead).length;
      if (signal.aborted) return;
      trial.value = { tried: tried + some.length, leads, total: rejected.length };
    }
  };

  const look = latest(
    async (signal) => {
      const preview = await previewOf(id, signal);
      if (signal.aborted) return;
      shown.value = { kind: "shown", preview };
      if (isDirty.peek()) await tryOn(signal);
    },
    (error) => {
      shown.value = error instanceof IntakeApiError ? { kind: "refused", error } : { kind: "failed" };
    },
  );

  const adopt = (saved: Source, left: Changes = {}, unsolved: readonly string[] = []) => {
    save.reset();
    setSource(saved);
    base.value = saved;
    changes.value = left;
    conflicts.value = unsolved;
    trial.value = null;
    look.start(0);
  };

  /** Sends the mapping on condition that nobody has changed the source since it was read. */
  const send = (wanted: Mapping) =>
    save.run({
      what: fill(t().inbox.whatSave, { source: base.peek().name }),
      typed: [base.peek().version, wanted],
      send: (options) =>
        intake().updateSource(
          { path, body: { mapping: wanted }, headers: { "If-Match": `"${base.peek().version}"` } },
          options,
        ),
      find: async () => {
        const now = await intake().getSource({ path });
        return isSameMapping(now.mapping, wanted) ? now : null;
      },
    });

  /** Returns what was edited while a save was under way. */
  const editedSince = (sent: Changes): Changes =>
    Object.fromEntries(Object.entries(changes.peek()).filter(([target, rule]) => sent[target] !== rule));

  const isRefusedAsOutdated = () => {
    const state = save.state.peek();
    return state.kind === "refused" && state.error.code === "version_conflict";
  };

  /** @returns whether the mapping is saved. What both have changed waits for a choice. */
  const saveMapping = async (): Promise<boolean> => {
    const sent = changes.peek();
    const saved = await send(mapping.peek());
    if (saved) adopt(saved, editedSince(sent));
    return saved !== undefined || (isRefusedAsOutdated() && (await saveOnTheirs()));
  };

  const saveOnTheirs = async (): Promise<boolean> => {
    const theirs = await intake()
      .getSource({ path })
      .catch(() => null);
    if (theirs === null) return false;
    const left = rebase(base.peek().mapping, theirs.mapping, changes.peek());
    adopt(theirs, left.changes, left.conflicts);
    if (left.conflicts.length > 0) return false;
    return Object.keys(left.changes).length === 0 || saveMapping();
  };

  const set = (target: string, rule: Rule | null) => {
    save.reset();
    changes.value = { ...changes.peek(), [target]: rule };
    trial.value = null;
    look.start(PREVIEW_DELAY_MILLISECONDS);
  };

  const settle = (target: string) => {
    conflicts.value = conflicts.peek().filter((each) => each !== target);
  };

  return {
    source: base,
    changed,
    /** The rule of a target as it is edited, also what is not filled in yet. */
    ruleFor: (target: Target): Rule => changes.value[target.target] ?? ruleOf(mapping.value, target),
    conflicts,
    mapping,
    isDirty,
    shown,
    trial,
    open,
    hasMore,
    save,
    saveMapping,
    read,
    look,
    set,
    discard: () => adopt(base.peek()),
    takeTheirs: (target: string) => {
      const { [target]: _, ...others } = changes.peek();
      changes.value = others;
      settle(target);
      look.start(0);
    },
    keepMine: settle,
  };
};

export type Mending = ReturnType<typeof createMending>;
