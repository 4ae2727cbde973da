import { computed, signal } from "@preact/signals";
import type { Lead } from "../../../client/src/generated.ts";
import type { IntakeEvent } from "../../../client/src/index.ts";
import { world } from "../clock.tsx";
import { toDosIn } from "../clock-rules.ts";
import { client, memberId } from "../session.ts";

export type ToDos = ReturnType<typeof createToDos>;

/** More than an office can do; the service answers no longer page. */
const PAGE = 200;

/** Creates what is to do: the leads whose deadline runs, and those whose next contact has come. */
export const createToDos = () => {
  const leads = signal<readonly Lead[] | null>(null);
  const isMore = signal(false);
  const hasFailed = signal(false);

  const read = async (): Promise<void> => {
    const pages = await Promise.all(
      ([{ due: "true" }, { awaiting: "true" }] as const).map((query) =>
        client().listLeads({ query: { ...query, limit: PAGE } }),
      ),
    ).catch(() => null);
    hasFailed.value = pages === null;
    if (pages === null) return;
    isMore.value = pages.some(({ next_cursor }) => next_cursor !== null);
    leads.value = pages.flatMap(({ data }) => data);
  };

  return {
    /** Null until it is read. */
    all: computed(() => leads.value && toDosIn(leads.value, { ...world(), memberId: memberId() })),
    isMore,
    hasFailed,
    read,
    /** Puts in what a lead is now. */
    put: (lead: Lead): void => {
      leads.value = leads.peek()?.map((each) => (each.id === lead.id ? lead : each)) ?? null;
    },
    /** Reads again once a lead has changed: the lists tell which are to do. */
    follow: (events: readonly IntakeEvent[]): unknown =>
      events.some(({ type }) => type.startsWith("lead.")) && read(),
  };
};
