import { createHash } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import { calendarText, escaped, eventText, eventTitle } from "../consultations/calendar-file.rules.ts";
import type { Consultation } from "../consultations/consultation.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { RESPONSE_BYTES, responseBytes } from "../runtime/response-size.ts";
import { LIMITS } from "../schema/limits.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { Interval } from "../time/intervals.rules.ts";

/** The part of a consultation that a published calendar needs. */
export type PublishedConsultation = Pick<
  Consultation,
  "id" | "leadId" | "type" | "status" | "startAt" | "durationMinutes" | "location" | "revision" | "canceledAt"
> & {
  /** The ISO-8601 UTC instant of the last change. */
  readonly changedAt: string;
};

/** Returns the range of starts that a published calendar shows, both ends included. */
export const publishedRange = (nowMilliseconds: number): Interval => ({
  start: nowMilliseconds - LIMITS.publishedDaysBack * millisecondsInDay,
  end: nowMilliseconds + LIMITS.publishedDaysAhead * millisecondsInDay,
});

/** Returns the consultations that a calendar shows, the nearest to now first: of too many, those that start nearest. */
export const nearestConsultations = (
  consultations: readonly PublishedConsultation[],
  nowMilliseconds: number,
): PublishedConsultation[] =>
  consultations
    .filter((each) => isShown(each, nowMilliseconds))
    .map((each) => ({ each, distance: Math.abs(Date.parse(each.startAt) - nowMilliseconds) }))
    .sort((one, other) => one.distance - other.distance || compare(one.each.id, other.each.id))
    .slice(0, LIMITS.publishedConsultations)
    .map(({ each }) => each);

/** Returns whether a consultation still stands or was canceled a short time ago. */
export const isShown = (
  { status, canceledAt, changedAt }: PublishedConsultation,
  nowMilliseconds: number,
): boolean =>
  status !== "canceled" ||
  nowMilliseconds - Date.parse(canceledAt ?? changedAt) < LIMITS.publishedCanceledDays * millisecondsInDay;

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** What others read of an attorney's consultations, at a calendar link. */
type PublishedCalendar = {
  readonly member: Pick<Member, "name">;
  readonly settings: Pick<FirmSettings, "name" | "consultationTypes">;
  readonly consultations: readonly PublishedConsultation[];
  readonly showsNames: boolean;
  /** The change that last gave a lead of the firm another name; null before the first, and without names. */
  readonly lastRename: string | null;
};

/** A change of what a published calendar says of the same records must change this number. */
const FORMAT = 2;

/**
 * Returns the entity tag of a published calendar. It follows from the consultations' stored states and the last new name
 * of a lead, not from the text, so that a caller with the present answer costs no read of leads.
 */
export const publishedTag = ({
  member,
  settings,
  consultations,
  showsNames,
  lastRename,
}: PublishedCalendar): string => {
  const types = settings.consultationTypes.map(({ key, name }) => [key, name]);
  const states = consultations.map(({ id, revision, changedAt }) => [id, revision, changedAt].join()).sort();
  const named = showsNames ? [lastRename, types] : null;
  const parts = JSON.stringify([FORMAT, member.name, settings.name, named, states]);
  return `W/"${createHash("sha256").update(parts).digest("base64url")}"`;
};

/** The interval at which programs should ask. Few do so more often than every hour. */
const REFRESH = "PT30M";

/**
 * Returns the text of a published calendar (RFC 5545), by start. Without names, an event says only that the attorney is
 * busy. Of events that one answer cannot hold, the farthest from now are left out.
 * @param names of leads, by id
 */
export const publishedText = (published: PublishedCalendar, names: ReadonlyMap<string, string>): string => {
  const { member, settings, consultations } = published;
  const properties = [
    `X-WR-CALNAME:${escaped([member.name, settings.name].join(", "))}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ];
  const events: (readonly [start: string, text: string])[] = [];
  let bytes = 0;
  for (const consultation of consultations) {
    const text = publishedEvent(consultation, published, names);
    bytes += responseBytes(text);
    if (bytes > RESPONSE_BYTES) break;
    events.push([consultation.startAt + consultation.id, text]);
  }
  const byStart = events.sort(([one], [other]) => compare(one, other));
  return calendarText(
    properties,
    byStart.map(([, text]) => text),
  );
};

const publishedEvent = (
  consultation: PublishedConsultation,
  { settings, showsNames }: PublishedCalendar,
  names: ReadonlyMap<string, string>,
): string => {
  const { changedAt, leadId } = consultation;
  if (!showsNames)
    return eventText({ consultation: { ...consultation, location: null }, changedAt, title: "Busy" });
  const title = eventTitle({ consultation, settings, person: names.get(leadId) ?? "" });
  return eventText({ consultation, changedAt, title });
};
