import { computed, signal } from "@preact/signals";
import type {
  Activity,
  ConflictCheck,
  Consultation,
  CreateLinkResult,
  Lead,
} from "../../../client/src/generated.ts";
import { IntakeApiError } from "../../../client/src/index.ts";
import { replaceAddress } from "../address.ts";
import { fullName } from "../contact.ts";
import { needMembers, needSources } from "../directory.ts";
import { bothChanged, changesOf, type Draft } from "../draft.ts";
import type { Entry } from "../log/bar.tsx";
import { createWrite, intake, type Write, type WriteCall } from "../requests.ts";
import { createLists } from "./lists.ts";
import { isOlder, type LeadTexts, survivorIn, textsOf } from "./texts-of-lead.ts";

export type LeadState = ReturnType<typeof createState>;

export const UNTOUCHED: Draft<LeadTexts> = { typed: {}, basis: {} };

/** Creates what the page of a lead shows. A lead that was merged leads to the one that remains, with what was typed. */
export const createState = (firstId: string) => {
  const id = signal(firstId);
  const lead = signal<Lead | null>(null);
  const draft = signal<Draft<LeadTexts>>(UNTOUCHED);
  const stored = computed(() => textsOf(lead.value ?? {}));
  const changes = computed(() => (lead.value ? changesOf(draft.value, stored.value) : {}));
  /** Why there is no lead to show. */
  const problem = signal<"missing" | "unread" | null>(null);
  /** True if the lead could not be read before a save, so that nothing was sent. */
  const isUnread = signal(false);
  /** The name of the lead that was merged into this one, and whose address led here. */
  const mergedName = signal<string | null>(null);
  /** The activity that is being typed; null for none. */
  const entry = signal<Entry | null>(null);
  const lists = createLists(id);
  const writes = {
    save: createWrite<Lead>(),
    archive: createWrite<Lead>(),
    merge: createWrite<Lead>(),
    book: createWrite<Consultation>(),
    link: createWrite<CreateLinkResult>(),
    revoke: createWrite<true>(),
    log: createWrite<Activity | null>(),
    check: createWrite<ConflictCheck>(),
    decide: createWrite<ConflictCheck | null>(),
    parties: createWrite<Lead>(),
  };

  const put = (next: Lead): void => {
    const shown = lead.peek();
    if (next.id !== id.peek() || (shown !== null && isOlder(next, shown))) return;
    if (next.merged_into) follow(next.merged_into, next);
    // Events show no parties.
    else lead.value = { ...(shown && { parties: shown.parties }), ...next };
  };

  const follow = (survivor: string, merged: Lead | null) => {
    mergedName.value = merged && fullName(merged);
    id.value = survivor;
    lead.value = null;
    lists.clear();
    for (const write of Object.values(writes)) write.reset();
    replaceAddress("leads", survivor);
    load();
  };

  /** Reads the lead, and once whose names it needs. @returns whether it was read */
  const read = (): Promise<boolean> => {
    const asked = id.peek();
    return Promise.all([intake().getLead({ path: { id: asked } }), needMembers(), needSources()]).then(
      ([found]) => {
        problem.value = null;
        put(found);
        return true;
      },
      (error: unknown) => {
        if (asked === id.peek()) fail(error);
        return false;
      },
    );
  };

  const fail = (error: unknown) => {
    const isMissing = error instanceof IntakeApiError && error.status === 404;
    if (isMissing || lead.peek() === null) problem.value = isMissing ? "missing" : "unread";
  };

  const load = (): void => {
    read();
    lists.load();
  };

  return {
    id,
    lead,
    draft,
    stored,
    /** What is typed that the lead does not have. */
    changes,
    /** The fields that somebody else has changed too. */
    both: computed(() => bothChanged(draft.value, stored.value)),
    problem,
    isUnread,
    mergedName,
    entry,
    lists,
    writes,
    name: computed(() => (lead.value ? fullName(lead.value) : "")),
    isUnsent: computed(() => Object.keys(changes.value).length > 0),
    /** True while something of this lead is sent, or is not known to be done. */
    isBusy: computed(() => Object.values(writes).some(({ isBusy }) => isBusy.value)),
    put,
    read,
    load,
    /** Runs a write of this lead. A refusal because of a merge leads to the lead that remains. */
    run: async <Result>(write: Write<Result>, call: WriteCall<Result>): Promise<Result | undefined> => {
      const before = lead.peek();
      const done = await write.run(call);
      const state = write.state.peek();
      const survivor = state.kind === "refused" && survivorIn(state.error.code, state.error.details);
      if (survivor) follow(survivor, before);
      return done;
    },
  };
};
