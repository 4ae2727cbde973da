import { handler as deleteBusyCalendar } from "../../functions/calendars/delete-busy-calendar.ts";
import { handler as pushBusyTimes } from "../../functions/calendars/push-busy-times.ts";
import { handler as createCheck } from "../../functions/conflicts/create-conflict-check.ts";
import { handler as decideCheck } from "../../functions/conflicts/decide-conflict-check.ts";
import { handler as book } from "../../functions/consultations/book-consultation.ts";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as update } from "../../functions/consultations/update-consultation.ts";
import { handler as updateMember } from "../../functions/members/update-member.ts";
import { handler as createHold } from "../../functions/scheduling/create-hold.ts";
import { handler as deleteHold } from "../../functions/scheduling/delete-hold.ts";
import { handler as getAvailability } from "../../functions/scheduling/get-availability.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { SCOPES } from "../../shared/api/endpoint-definition.ts";
import type { Table } from "../../shared/table/table.ts";
import { conflictIn, setGate } from "../support/conflict-gate.ts";
import { createBookingFixture, ROUND_THE_CLOCK } from "../support/consultations.ts";
import { addKey, addMember } from "../support/firms.ts";
import { type ApiResponse, call } from "../support/http-call.ts";
import { putLead } from "../support/leads.ts";
import type { Attorney, Clearances, FirmSettings, Rules, Span, Timeline } from "./history.ts";

export const ENDPOINTS = {
  createCheck,
  decideCheck,
  book,
  update,
  complete,
  markNoShow,
  createHold,
  deleteHold,
  updateMember,
  updateFirm,
  pushBusyTimes,
  deleteBusyCalendar,
  getAvailability,
};

const NO_RULES: Rules = { min_notice_min: null, max_advance_days: null, buffer_min: null, max_per_day: null };

/** Bookings for one lead wait for each other, because its consultations are counted. */
const LEADS = 16;

/**
 * The settings of these attorneys do not change, so that consultations with reminders that are almost due find a free
 * slot.
 */
const OPEN_ATTORNEYS = 4;

/** The calendars that workers push to for each contended attorney. */
const CALENDARS = ["court", "google", "private"];

/** The type of all bookings. The contended attorneys are its first pool. */
const TYPE = { key: "soak", name: "Soak", duration_min: 30, amount: null, reminders_min: null };

/** The rule of all leads. Its first member is always eligible. */
export const RULE = { key: "all", when: [], respond_within_min: 1, escalate: "next" } as const;
const MEMBERS = 3;

const AT_FIRST: Span = { from: 0, to: 0 };

/**
 * Creates a firm, with or without a conflict gate, with 16 leads, two contended attorneys in zones far apart, and others.
 * At first, the attorneys have no rules and are open all day.
 */
export const newWorld = async (table: Table, hasGate: boolean) => {
  const { firmId } = await createBookingFixture(table);
  if (hasGate) await setGate(table, firmId);
  const clearances: Clearances = new Map();
  const isCleared = (id: string, settings: boolean, sent: Span) => {
    if (hasGate) clearances.set(id, [...(clearances.get(id) ?? []), { settings, sent }]);
  };
  const storeLead = async (changes: Parameters<typeof putLead>[2] = {}) => {
    const { id } = await putLead(table, firmId, { conflict: conflictIn("cleared"), ...changes });
    isCleared(id, true, AT_FIRST);
    return id;
  };
  const leadIds: string[] = [];
  while (leadIds.length < LEADS) leadIds.push(await storeLead());
  const key = await addKey(table, firmId, {
    scopes: [...SCOPES],
    requestsPerMinute: 10_000_000,
    permitsPerLease: 1_000_000,
  });
  const newAttorney = async (timeZone: string): Promise<Attorney> => {
    const { id } = await addMember(table, firmId, { officeHours: ROUND_THE_CLOCK, timeZone });
    const settings = {
      office_hours: ROUND_THE_CLOCK,
      date_hours: [],
      time_off: [],
      booking_rules: NO_RULES,
    };
    const sent = AT_FIRST;
    const calendars = CALENDARS.map((name) => ({ name, timeline: [{ settings: [], sent }] }));
    return { id, timeZone, timeline: [{ settings, sent }], calendars };
  };
  const contended = [await newAttorney("America/New_York"), await newAttorney("Pacific/Auckland")];
  const open: Attorney[] = [];
  while (open.length < OPEN_ATTORNEYS) open.push(await newAttorney("UTC"));
  const members: string[] = [];
  while (members.length < MEMBERS) members.push((await addMember(table, firmId)).id);
  const routing = [{ ...RULE, members: members.map((id) => ({ id, weight: 1 })) }];
  const settings: FirmSettings = {
    holidays: [],
    booking_rules: NO_RULES,
    consultation_types: [{ ...TYPE, attorney_ids: contended.map(({ id }) => id) }],
    reminders_min: [5, 60, 1_440],
  };
  const { status } = await call(updateFirm, { key, body: { ...settings, routing } });
  if (status !== 200) throw new Error(`The settings at first are answered ${status}.`);
  const firm: Timeline<FirmSettings> = [{ settings, sent: AT_FIRST }];
  return {
    ...{ table, firmId, leadIds, key, members, attorneys: [...contended, ...open], contended, open, firm },
    ...{ hasGate, clearances, isCleared, storeLead },
  };
};

export type World = Awaited<ReturnType<typeof newWorld>>;

export type Answer = { readonly response: ApiResponse; readonly during: Span };

/** Sends a request. Returns the response with the time in which it was under way. */
export const send = async (
  { key }: World,
  handler: Parameters<typeof call>[0],
  {
    id,
    calendar,
    checkId,
    ...rest
  }: {
    readonly id?: string;
    readonly calendar?: string;
    readonly checkId?: string;
    readonly body?: unknown;
    readonly query?: Record<string, string>;
  },
): Promise<Answer> => {
  const from = Date.now();
  const params = {
    ...(id !== undefined && { id }),
    ...(calendar !== undefined && { calendar }),
    ...(checkId !== undefined && { checkId }),
  };
  const response = await call(handler, { key, params, ...rest });
  return { response, during: { from, to: Date.now() } };
};

/** Returns the outcome in the checker's terms. */
export const outcomeOf = ({ status, body }: ApiResponse): string => {
  if (status < 300) return "accepted";
  const { code, details } = body.error;
  if (code === "attorney_unavailable" && details !== null) return "busy_time";
  if (code !== "booking_not_allowed") return code;
  return details[0].field === "holds" ? "holds" : "rules";
};
