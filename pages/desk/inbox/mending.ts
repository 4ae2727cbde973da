import { computed, signal } from "@preact/signals";
import { type InboundPreview, IntakeApiError, type Source } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { setSource } from "../directory.ts";
import {
  bothChanged,
  changesOf,
  type Draft,
  sendMine,
  takeTheirs,
  typedOver,
  withoutSent,
} from "../draft.ts";
import { createWrite, intake } from "../requests.ts";
import { t } from "../texts.ts";
import { latest } from "./latest.ts";
import {
  changedMapping,
  isSameMapping,
  type Mapping,
  type Rule,
  type Rules,
  ruleOf,
  rulesOf,
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

const UNTOUCHED: Draft<Rules> = { typed: {}, basis: {} };

/** A delivery whose source's mapping is edited: the changes, what they would do, and how they are saved. */
export const createMending = ({ id, sourceId }: Delivery, source: Source) => {
  const base = signal(source);
  const draft = signal(UNTOUCHED);
  const stored = computed(() => rulesOf(base.value.mapping));
  const mapping = computed(() => changedMapping(base.value.mapping, draft.value.typed));
  const changed = computed(() => Object.keys(changesOf(draft.value, stored.value)));
  /** The targets that another person has changed meanwhile, until somebody chooses. */
  const conflicts = computed(() => bothChanged(draft.value, stored.value).map(String));
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
    base.value = now;
    // What was typed meanwhile was tried on none of them.
    if (isDirty.peek()) look.start(0);
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

  /** Takes the source as it is stored now, and what is still typed over it. */
  const adopt = (saved: Source, left: Draft<Rules>) => {
    save.reset();
    setSource(saved);
    base.value = saved;
    type(left, 0);
  };

  const type = (next: Draft<Rules>, delayMilliseconds: number) => {
    draft.value = next;
    trial.value = null;
    look.start(delayMilliseconds);
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

  const isRefusedAsOutdated = () => {
    const state = save.state.peek();
    return state.kind === "refused" && state.error.code === "version_conflict";
  };

  /** @returns whether the mapping is saved. What both have changed waits for a choice. */
  const saveMapping = async (): Promise<boolean> => {
    const sent = draft.peek().typed;
    const saved = await send(mapping.peek());
    if (saved) adopt(saved, withoutSent(draft.peek(), sent, rulesOf(saved.mapping)));
    return saved !== undefined || (isRefusedAsOutdated() && (await saveOnTheirs()));
  };

  const saveOnTheirs = async (): Promise<boolean> => {
    const theirs = await intake()
      .getSource({ path })
      .catch(() => null);
    if (theirs === null) return false;
    adopt(theirs, draft.peek());
    if (conflicts.peek().length > 0) return false;
    return !isDirty.peek() || saveMapping();
  };

  const set = (target: string, rule: Rule | null) => {
    save.reset();
    type(typedOver(draft.peek(), stored.peek(), { [target]: rule }), PREVIEW_DELAY_MILLISECONDS);
  };

  return {
    source: base,
    changed,
    /** The rule of a target as it is edited, also what is not filled in yet. */
    ruleFor: (target: Target): Rule => draft.value.typed[target.target] ?? ruleOf(mapping.value, target),
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
    discard: () => adopt(base.peek(), UNTOUCHED),
    settle: (target: string, isMine: boolean) =>
      type(isMine ? sendMine(draft.peek(), stored.peek(), target) : takeTheirs(draft.peek(), target), 0),
  };
};

export type Mending = ReturnType<typeof createMending>;
