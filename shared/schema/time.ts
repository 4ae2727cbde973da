import { millisecondsInDay, millisecondsInMinute, millisecondsInSecond } from "date-fns/constants";
import * as z from "zod/mini";
import type { Violation } from "./violations.ts";
import { decisive } from "./zod.ts";

/** An instant in responses. */
export const instant = () => z.iso.datetime({ precision: 3 });

/** Returns a stored time as an instant; null for 0, which means never. */
export const instantOrNull = (milliseconds: number) =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString();

/** An instant with seconds, or without, as Java writes whole minutes. */
const INSTANT = new RegExp(
  [{}, { precision: -1 }].map((form) => z.regexes.datetime({ offset: true, ...form }).source).join("|"),
);

/** Enough for a zone and more digits of a second than any clock has. */
const INSTANT_CHARACTERS = 50;

// Ends a year early: an offset could move 31 December 9999 into year 10000, which has another ISO-8601 form.
const isFrom1970To9998 = (text: string) => Date.parse(text) >= 0 && Date.parse(text) < Date.UTC(9999, 0);

/** An ISO-8601 instant with any offset, as it was sent. */
const instantText = () =>
  z.string().check(
    decisive((text) => text.length <= INSTANT_CHARACTERS && INSTANT.test(text), {
      error: "must be an ISO-8601 instant with its zone, such as 2026-11-02T15:00:00Z",
      params: { format: "date-time" },
    }),
    decisive(isFrom1970To9998, {
      error: "must be between the years 1970 and 9998",
      params: { pattern: "^(19[7-9]|[2-9]\\d\\d)\\d-" },
    }),
  );

/** An ISO-8601 instant with any offset. Normalizes to UTC, truncated to milliseconds. */
export const instantInput = () =>
  z.pipe(
    instantText(),
    z.transform((text: string) => new Date(text).toISOString()),
  );

/** Requires that an instant in an unvalidated body is at most a minute ahead, since clocks differ. */
export const aheadViolations = (field: string, input: unknown, nowMilliseconds: number): Violation[] => {
  const at = instantInput().safeParse(input).data;
  const isAhead = at !== undefined && Date.parse(at) > nowMilliseconds + millisecondsInMinute;
  return isAhead ? [{ field, message: "must not be in the future" }] : [];
};

/** The forms in which senders write an instant: with an offset in any notation, perhaps after a space. */
const SENT_INSTANT =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i;

/** Epoch seconds up to the year 5138; milliseconds from March 1973 on. */
const SECONDS_MAXIMUM = 1e11;

/** Returns the instant in a text of a sender: ISO-8601 with any form of offset, or epoch seconds or milliseconds; else null. */
export const sentInstant = (text: string): string | null => {
  const trimmed = text.trim().slice(0, INSTANT_CHARACTERS);
  const written = /^\d{1,15}(\.\d+)?$/.test(trimmed) ? epochText(Number(trimmed)) : isoText(trimmed);
  return instantInput().safeParse(written).data ?? null;
};

const epochText = (epoch: number) =>
  new Date(Math.floor(epoch < SECONDS_MAXIMUM ? epoch * millisecondsInSecond : epoch)).toISOString();

const isoText = (text: string): string => {
  const [, date, time, zone = ""] = SENT_INSTANT.exec(text) ?? [];
  const [, sign, hours, minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return `${date}T${time}${sign ? `${sign}${hours}:${minutes}` : "Z"}`;
};

type InstantRange = { readonly from: string; readonly to: string };

/** Returns a range in epoch milliseconds. */
export const rangeOf = ({ from, to }: InstantRange) => ({ start: Date.parse(from), end: Date.parse(to) });

/** The query parameters of a range of time. They keep their offsets, which count for the length of the range. */
export const rangeQuery = () => ({ from: instantText(), to: instantText() });

const milliseconds = (range: InstantRange) => rangeOf(range).end - rangeOf(range).start;

/** Returns the same range in the readings of its clock, as if they were of UTC. */
const readingsOf = ({ from, to }: InstantRange): InstantRange => ({
  from: readingOf(from),
  to: readingOf(to),
});

const readingOf = (text: string) => text.replace(/[+-]\d\d:\d\d$/, "Z");

/** Requires that `to` is after `from`, by at most `days` days: of 24 hours each, or on a clock that goes back meanwhile. */
export const rangeChecks = (days: number) =>
  [
    z.refine<InstantRange>((range) => milliseconds(range) > 0, { path: ["to"], error: "must be after from" }),
    z.refine<InstantRange>(
      (range) => Math.min(milliseconds(range), milliseconds(readingsOf(range))) <= days * millisecondsInDay,
      { path: ["to"], error: `must be at most ${days} days after from` },
    ),
  ] as const;

/** Returns whether a date exists. `Date.parse` turns 30 February into March, so the date must format back unchanged. */
export const isCalendarDate = (text: string): boolean => {
  const midnight =
    text.length === "YYYY-MM-DD".length && /^\d{4}-/.test(text)
      ? Date.parse(`${text}T00:00:00.000Z`)
      : Number.NaN;
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${text}T`);
};

/** The violation of a text that is no such date. */
export const NOT_A_DATE = "must be a date that exists, as YYYY-MM-DD";

/** Requires that a range of whole days, last day included, does not end before it starts. */
export const daysInOrder = () =>
  z.refine<{ readonly start_date: string; readonly end_date: string }>(
    ({ start_date, end_date }) => start_date <= end_date,
    { path: ["end_date"], error: "must not be before start_date" },
  );

/**
 * Returns the name of a time zone as the IANA database writes it, whatever its case (`america/new_york` →
 * `America/New_York`), or null for no zone. Offsets such as `+05:00` are not names, nor is `SystemV/EST5`, which the
 * runtime knows and the database dropped.
 */
export const ianaTimeZone = (text: string): string | null => {
  if (!/^(?!systemv\/)[a-z]/i.test(text)) return null;
  const name = text.toLowerCase();
  const resolved = resolvedTimeZone(text);
  if (resolved === null || resolved.toLowerCase() === name) return resolved;
  return LINKS.find((link) => link.toLowerCase() === name) ?? null;
};

/** Returns the names of the zones of areas and places in the IANA database, under each of their names. */
export const ianaTimeZones = (): string[] => [
  ...new Set([...Intl.supportedValuesOf("timeZone"), ...LINKS].filter((name) => name.includes("/"))),
];

const resolvedTimeZone = (text: string): string | null => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
};

/** Names that Node resolves to another name of the same zone. The service keeps the caller's choice. */
const LINKS = `
Africa/Asmara Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca
America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy
America/Argentina/Mendoza America/Atikokan America/Atka America/Ensenada America/Fort_Wayne
America/Indiana/Indianapolis America/Kentucky/Louisville America/Knox_IN America/Montreal
America/Nipigon America/Nuuk America/Pangnirtung America/Porto_Acre America/Rainy_River America/Rosario
America/Santa_Isabel America/Shiprock America/Thunder_Bay America/Virgin America/Yellowknife
Antarctica/South_Pole Asia/Ashkhabad Asia/Choibalsan Asia/Chongqing Asia/Chungking Asia/Dacca
Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Kolkata Asia/Macao
Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faroe
Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie Australia/LHI Australia/NSW
Australia/North Australia/Queensland Australia/South Australia/Tasmania Australia/Victoria
Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT
Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific
Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire
Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast
Europe/Kyiv Europe/Nicosia Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye GB GB-Eire GMT GMT+0 GMT-0
GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT
Mexico/BajaNorte Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk
Pacific/Johnston Pacific/Kanton Pacific/Pohnpei Pacific/Samoa Pacific/Yap Poland Portugal ROC ROK
Singapore Turkey UCT US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii
US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Samoa Universal W-SU WET Zulu
`
  .trim()
  .split(/\s/);
