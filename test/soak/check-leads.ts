import type { Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { readLeads } from "../support/leads.ts";
import type { History, LeadEvent, LeadHistory } from "./history.ts";
import type { World } from "./world.ts";

/**
 * Compares the events of leads with their histories, and with the table after the last sweep. Returns a line for each
 * event that came twice, too late or not at all, and for each lead that waits without an owner.
 */
export const checkLeads = async (
  table: Table,
  { firmId }: Pick<World, "firmId">,
  history: Pick<History, "leads" | "leadEvents" | "sweeps">,
): Promise<string[]> => {
  const { leads, leadEvents, sweeps } = history;
  const lastSweep = Math.max(...sweeps.map(({ from }) => from));
  const items = new Map((await readLeads(table, firmId)).map((item) => [item.sk, item]));
  return [
    ...repeated(leadEvents),
    ...leads.flatMap((lead) => {
      const events = leadEvents.filter(({ id }) => id === lead.id);
      return [...unexpected(lead, events), ...missing(lead, items.get(lead.id) ?? {}, { events, lastSweep })];
    }),
  ];
};

const named = ({ id, type, instant }: Pick<LeadEvent, "id" | "type" | "instant">) =>
  `${type} of ${id} for ${instant}`;

const repeated = (events: readonly LeadEvent[]): string[] => {
  const names = events.map(named);
  return names.filter((name, index) => names.indexOf(name) < index).map((name) => `repeated ${name}`);
};

const unexpected = ({ answered, nextContacts }: LeadHistory, events: readonly LeadEvent[]): string[] =>
  events
    .filter(({ type, instant, during }) => {
      if (during.to < Date.parse(instant)) return true;
      if (type === "lead.response_overdue") return answered !== null && during.from > answered.to;
      const index = nextContacts.findIndex((each) => each.instant === instant);
      const replaced = nextContacts[index + 1]?.set.to ?? Number.POSITIVE_INFINITY;
      return index === -1 || during.from > replaced;
    })
    .map((event) => `unexpected ${named(event)}`);

type Told = { readonly events: readonly LeadEvent[]; readonly lastSweep: number };

/** An instant that a hidden lead had may have passed silently. */
const missing = (lead: LeadHistory, item: Item, { events, lastSweep }: Told): string[] => {
  const isPast = (instant: unknown) => typeof instant === "string" && Date.parse(instant) <= lastSweep;
  const isTold = (instant: unknown) => events.some((event) => event.instant === instant);
  const mustBeTold = lead.wasHidden ? [] : [item.nextContactAt, item.respondBy].filter(isPast);
  const [due = ""] = String(item.dueAt ?? "").split("#");
  const overdue = events.filter(({ type }) => type === "lead.response_overdue").length;
  return [
    ...mustBeTold
      .filter((instant) => !isTold(instant))
      .map((instant) => `missing event of ${lead.id} for ${instant}`),
    ...(isPast(due) ? [`the lead ${lead.id} is still due since ${due}`] : []),
    ...(item.overdueCount === overdue
      ? []
      : [`the lead ${lead.id} counts ${item.overdueCount}, not ${overdue}`]),
    ...(item.assigneeId === undefined ? [`the lead ${lead.id} has no owner`] : []),
  ];
};
