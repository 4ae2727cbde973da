import { notFound } from "../../shared/contract/app-error.ts";
import { getAvailability } from "../../shared/contract/availability.ts";
import { isBookable } from "../../shared/domain/consultations/consultation.ts";
import { attorneyRules } from "../../shared/domain/scheduling/booking-rules.ts";
import { freeStarts, relevantRange } from "../../shared/domain/scheduling/slots.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecords, uncached } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { memberRecord } from "../../shared/storage/members/member-store.ts";
import { busyOn, readDays } from "../../shared/storage/scheduling/attorney-day-store.ts";

const table = connectTable();

export const handler = endpoint(getAvailability, table, async (request) => {
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
