import { addDays, addMinutes } from "date-fns";
import * as z from "zod";
import { createActivity } from "../../../shared/activities/create-activity.ts";
import { pushBusyTimes } from "../../../shared/calendars/push-busy-times.ts";
import { updateFirm } from "../../../shared/firm/update-firm.ts";
import { archiveLead } from "../../../shared/leads/archive-lead.ts";
import { createLead } from "../../../shared/leads/create-lead.ts";
import { updateLead } from "../../../shared/leads/update-lead.ts";
import { updateMember } from "../../../shared/members/update-member.ts";
import { mapConcurrently } from "../../../shared/runtime/map-concurrently.ts";
import { createSource } from "../../../shared/sources/create-source.ts";
import { addDemoChecks, addDemoParties } from "./add-demo-conflicts.ts";
import { BODIES, enteredLead, type Told } from "./demo-bodies.ts";
import { addConsultations } from "./demo-consultations.ts";
import {
  ACTIVITIES,
  type ActivityRow,
  BUSY,
  COURSES,
  type Course,
  DELIVERIES,
  FORM_SOURCE,
  HOLIDAY,
  LEADS,
  type LeadRow,
  SOURCES,
  STORIES,
  TIME_OFF,
  type Who,
} from "./demo-data.ts";
import type { DemoHistory } from "./demo-operations.ts";

const created = z.object({ id: z.string() });

/**
 * Brings three months of leads and a week of consultations into the demo firm.
 * @returns what is to be done once all of it is published: the leads are checked for conflicts
 */
export const addDemoHistory = async (history: DemoHistory): Promise<() => Promise<void>> => {
  const sourceIds = await addSources(history);
  const leads = mapConcurrently(LEADS, CONCURRENT, (row, index) => addLead(history, sourceIds, row, index));
  const leadIds = Object.fromEntries(await leads);
  // those of leads come after the leads' own
  await mapConcurrently(DELIVERIES, CONCURRENT, ({ at, source, ...told }, index) =>
    deliverTo(history, sourceIds, { at, source, ...storyOf(told, index) }),
  );
  await addDemoParties(history, leadIds);
  for (const row of ACTIVITIES) await addActivity(history, leadIds, row);
  await addConsultations(history, leadIds);
  await closeOffice(history);
  return () => addDemoChecks(history, leadIds);
};

/** Leads are independent of each other. Their calls go together (`batched-table.ts`). */
const CONCURRENT = 50;

type SourceIds = Readonly<Record<string, string>>;

const addSources = async ({ run, dates, formSourceId, memberIds }: DemoHistory): Promise<SourceIds> => {
  const ids: Record<string, string> = { [FORM_SOURCE.key]: formSourceId };
  for (const source of SOURCES) {
    const json = { ...source, default_assignee_id: memberIds.tomas };
    ids[source.key] = created.parse(await run(createSource, { at: dates.ago("95d 09:00"), json })).id;
  }
  return ids;
};

const storyOf = <Row extends Told>(told: Row, index: number): Row => {
  const stories = told.matter ? STORIES[told.matter] : [];
  return { ...told, story: told.story ?? stories[index % stories.length] };
};

const deliverTo = (
  { deliver, dates }: DemoHistory,
  sourceIds: SourceIds,
  { at, source, ...told }: Told & { readonly at: string; readonly source: string },
) => {
  const [sourceId, body] = [sourceIds[source], BODIES[source]];
  if (sourceId === undefined || body === undefined) throw new Error(`The demo firm has no source ${source}.`);
  return deliver(sourceId, { at: dates.ago(at), ...body(told) });
};

/** Adds a lead as its source or somebody of the firm does, and moves it on. Returns its id by its name. */
const addLead = async (
  history: DemoHistory,
  sourceIds: SourceIds,
  [when, source, name, contact, matter, course, who]: LeadRow,
  index: number,
): Promise<[name: string, id: string]> => {
  const told = storyOf({ name, contact, matter }, index);
  const id =
    source in sourceIds
      ? (await deliverTo(history, sourceIds, { at: when, source, ...told })).leadId
      : await enterLead(history, { when, source, told });
  if (id === null) throw new Error(`The demo firm's source ${source} rejected ${name}.`);
  for (const { at, json } of steps(history, { when, course, who, index })) {
    const step = { at, params: { id }, actor: { type: "member" as const, id: history.memberIds[who] } };
    await (json ? history.run(updateLead, { ...step, json }) : history.run(archiveLead, step));
  }
  return [name, id];
};

type Entered = { readonly when: string; readonly source: string; readonly told: Told };

const enterLead = async ({ run, dates, memberIds }: DemoHistory, { when, source, told }: Entered) => {
  const actor = { type: "member" as const, id: memberIds.nora };
  const json = { ...enteredLead(told), source };
  return created.parse(await run(createLead, { at: dates.ago(when), actor, json })).id;
};

/** Returns what is done with a lead until now, in office hours. */
const steps = (
  { dates, memberIds }: DemoHistory,
  { when, course, who, index }: { when: string; course: Course; who: Who; index: number },
) => {
  let at = dates.ago(when);
  const all = COURSES[course].map(([minutes, status], step) => {
    at = dates.atWork(addMinutes(at, minutes + ((index * 7) % 23)));
    const assigned = step === 0 && { assignee_id: memberIds[who] };
    const valued = status === "qualified" && {
      data: { estimated_value: 5_000 + ((index * 3_500) % 60_000) },
    };
    return { at, json: status === null ? null : { status, ...assigned, ...valued } };
  });
  return all.filter((step) => step.at < dates.now);
};

const addActivity = (
  { run, dates, memberIds }: DemoHistory,
  leadIds: Readonly<Record<string, string>>,
  [when, lead, who, what, nextContactInMinutes]: ActivityRow,
) => {
  const id = leadIds[lead];
  if (id === undefined) throw new Error(`The demo firm has no lead ${lead}.`);
  const next = nextContactInMinutes && {
    next_contact_at: addMinutes(dates.now, nextContactInMinutes).toISOString(),
  };
  const actor = { type: "member" as const, id: memberIds[who] };
  return run(createActivity, { at: dates.ago(when), actor, params: { id }, json: { ...what, ...next } });
};

/** Adds busy times, an absence and a holiday. */
const closeOffice = async ({ run, dates, memberIds }: DemoHistory) => {
  for (const who of new Set(BUSY.map(([each]) => each))) {
    const busy = BUSY.filter(([each]) => each === who).map(([, workday, from, to]) => ({
      start_at: dates.onWorkday(workday, from).toISOString(),
      end_at: dates.onWorkday(workday, to).toISOString(),
    }));
    const json = { from: dates.now.toISOString(), to: addDays(dates.now, 28).toISOString(), busy };
    await run(pushBusyTimes, { params: { id: memberIds[who], calendar: "outlook" }, json });
  }
  const { who, workday, from, to, reason } = TIME_OFF;
  const [start_at, end_at] = [from, to].map((time) => dates.onWorkday(workday, time).toISOString());
  const timeOff = { time_off: [{ start_at, end_at, reason }] };
  await run(updateMember, { params: { id: memberIds[who] }, json: timeOff });
  const date = dates.workdayDate(HOLIDAY.workday);
  const holidays = [{ start_date: date, end_date: date, name: HOLIDAY.name }];
  await run(updateFirm, { json: { holidays } });
};
