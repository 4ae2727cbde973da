import { notFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { isBookable } from "../../shared/consultations/consultation.rules.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { busyOn, readDays } from "../../shared/scheduling/attorney-day.store.ts";
import { getAvailabilityEndpoint } from "../../shared/scheduling/availability.contract.ts";
import { attorneyRules } from "../../shared/scheduling/booking-rules.rules.ts";
import { freeStarts, relevantRange } from "../../shared/scheduling/slots.rules.ts";
import { readRecords, uncached } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(getAvailabilityEndpoint, table, async (request) => {
  const { firmId, params, nowMilliseconds } = request;
  const { attorney, settings } = await readRecords(table, {
    attorney: memberRecord(firmId, params.id),
    settings: uncached(settingsRecord(firmId)),
  });
  if (!isBookable(attorney)) throw notFound("attorney");
  const { from, to, duration_min: durationMinutes, step_min: stepMinutes } = request.query;
  const range = { start: Date.parse(from), end: Date.parse(to) };
  const rules = attorneyRules(settings.bookingRules, attorney.bookingRules);
  const days = await readDays(
    table,
    firmId,
    attorney.id,
    relevantRange({ ...attorney, rules }, range, durationMinutes),
  );
  const calendar = {
    ...attorney,
    holidays: settings.holidays,
    rules,
    busy: busyOn(days, nowMilliseconds),
    nowMilliseconds,
  };
  const starts = freeStarts({ calendar, range, durationMinutes, stepMinutes });
  return {
    body: { data: starts.map((start) => new Date(start).toISOString()), time_zone: attorney.timeZone },
  };
});
