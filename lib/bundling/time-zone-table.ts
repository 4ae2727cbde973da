import { millisecondsInMinute } from "date-fns/constants";
import moment from "moment-timezone";
import type { Interval } from "../../shared/time/intervals.rules.ts";
import type { TimeZoneTable } from "../../shared/time/utc-offset.rules.ts";

/** Each year takes 1.3 KB. `moment-timezone` has no changes after 2037. */
const PERIOD: Interval = { start: Date.UTC(2026), end: Date.UTC(2037) };

/** Returns the offsets of all zones and of their aliases, as `moment-timezone` has them. */
export const timeZoneTable = (period = PERIOD): TimeZoneTable => {
  const indexes = new Map<string, number>();
  const zones: Record<string, number> = {};
  for (const name of moment.tz.names()) {
    const offsets = JSON.stringify(offsetsOf(name, period));
    const index = indexes.get(offsets) ?? indexes.size;
    indexes.set(offsets, index);
    zones[name] = index;
  }
  const offsets = [...indexes.keys()].map((text) => JSON.parse(text));
  return { release: moment.tz.dataVersion, period, zones, offsets };
};

const offsetsOf = (name: string, { start, end }: Interval): TimeZoneTable["offsets"][number] => {
  const zone = moment.tz.zone(name);
  if (!zone) throw new Error(`There is no time zone ${name}.`);
  const changes = zone.untils.filter((until) => until > start && until < end);
  return [start, ...changes]
    .map((from) => [(from - start) / millisecondsInMinute, -zone.utcOffset(from)] as const)
    .filter(([, offset], index, all) => offset !== all[index - 1]?.[1]);
};
