import type { Consultation, Event, Lead } from "../../../client/src/generated.ts";
import type { IntakeEvent } from "../../../client/src/index.ts";
import { fullName } from "../contact.ts";
import { dayAndTime, formatIn } from "../dates.ts";
import { actorName, firm, memberName, shownPhone } from "../directory.ts";
import { announce } from "../parts.tsx";
import { can, me } from "../session.ts";
import { LOCALE, t } from "../texts.ts";
import { isOfConflict, isOfLead, lineOf, sentenceOf, type Words, withEvents } from "./history-rules.ts";
import type { LeadState } from "./state.ts";

type Of<Data> = Extract<IntakeEvent, { data: Data }>;

const isOfLeads = (event: IntakeEvent): event is Of<Lead> => event.type.startsWith("lead.");
const isOfConsultation = (event: IntakeEvent): event is Of<Consultation> =>
  event.type.startsWith("consultation.");

/** Returns what the sentences of the lead's history need. */
export const wordsOf = ({ id, lists }: LeadState): Words => ({
  texts: t().lead,
  locale: LOCALE,
  leadId: id.value,
  fields: firm.value?.lead_fields ?? [],
  actor: actorName,
  member: memberName,
  person: (other) => {
    const found = lists.duplicates.items.value?.find(({ lead }) => lead.id === other)?.lead;
    const event = lists.history.items.value?.find(
      ({ type, data }) => type.startsWith("lead.") && data.id === other,
    );
    if (found) return fullName(found);
    return event && `${event.data.first_name} ${event.data.last_name}`;
  },
  when: (instant) => dayAndTime(instant),
  date: (date) => formatIn().longDate(date),
  phone: shownPhone,
});

/** Whoever may not see conflicts is told nothing of them. */
export const isShown = (event: Pick<Event, "type">): boolean => can("conflicts:read") || !isOfConflict(event);

/** Puts in what was changed. What others have changed is announced once. */
export const takeEvents = (state: LeadState, events: readonly IntakeEvent[]): void => {
  const mine = events.filter((event) => isOfLead(event, state.id.peek()) && isShown(event));
  if (mine.length === 0) return;
  const { history, duplicates, links } = state.lists;
  history.items.value = withEvents(history.items.peek() ?? [], mine);
  announceOthers(state, mine);
  for (const event of mine) putEvent(state, event);
  if (mine.some(({ type }) => type === "lead.duplicate_found")) duplicates.load();
  if (can("conflicts:read")) readConflicts(state, mine);
  if (can("consultations:read") && !mine.every(isOfLeads)) links.load();
};

/** Reads what no event shows: the parties, and what checks have found. */
const readConflicts = ({ read, lists }: LeadState, events: readonly Event[]) => {
  if (events.some(({ type }) => type === "lead.updated" || type === "lead.merged")) read();
  if (events.some(isOfConflict)) lists.checks.load();
};

const putEvent = (state: LeadState, event: IntakeEvent) => {
  if (isOfLeads(event)) state.put(event.data);
  else if (isOfConsultation(event) && can("consultations:read")) state.lists.putConsultation(event.data);
};

const announceOthers = (state: LeadState, events: readonly Event[]) => {
  const here = me.peek();
  const own = here?.member?.id ?? here?.key.id;
  const words = wordsOf(state);
  const said = events
    .filter(({ actor }) => actor.id !== own)
    .map((event) => `${sentenceOf(lineOf(event, words), words)}.`);
  if (said.length > 0) announce(said.join(" "));
};
