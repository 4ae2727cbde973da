import { invalidRequest, requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { readSlotConsultations } from "../../shared/consultations/slot-consultations.store.ts";
import { holidayResource } from "../../shared/firm/firm.rules.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { timeOffResource } from "../../shared/members/member.rules.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { consultationSlotsOn, liveHoldsOn, readDays } from "../../shared/scheduling/attorney-day.store.ts";
import { getCalendarEndpoint } from "../../shared/scheduling/calendar.contract.ts";
import { entriesWithin } from "../../shared/scheduling/days-off.rules.ts";
import { holdResource } from "../../shared/scheduling/hold.rules.ts";
import { readRecord, readRecords, uncached } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

/** Shows any member's calendar: one who can no longer be booked may still have consultations. */
export const handler = procedureEndpoint(getCalendarEndpoint, table, async (request) => {
  const { firmId, params, queryIsValid, nowMilliseconds } = request;
  const member = memberRecord(firmId, params.id);
  // 404 comes before 422, and only an invalid query needs a read to tell.
  if (!queryIsValid) requireFound("attorney", await readRecord(table, member));
  const { from, to } = request.query;
  const range = { start: Date.parse(from), end: Date.parse(to) };
  const [{ settings, ...read }, days] = await Promise.all([
    readRecords(table, { attorney: member, settings: uncached(settingsRecord(firmId)) }),
    readDays(table, firmId, params.id, range),
  ]);
  const { id: attorneyId, timeZone, timeOff } = requireFound("attorney", read.attorney);
  const booked = { attorneyId, range, slots: consultationSlotsOn(days, range) };
  const consultations = await readSlotConsultations(table, firmId, booked);
  if (consultations === "too large") throw invalidRequest([TOO_LARGE]);
  return {
    body: {
      data: {
        consultations: consultations.map(consultationResource),
        holds: liveHoldsOn(days, { range, nowMilliseconds }).map(holdResource),
        time_off: entriesWithin(timeOff, timeZone, range).map(timeOffResource),
        holidays: entriesWithin(settings.holidays, timeZone, range).map(holidayResource),
      },
      time_zone: timeZone,
    },
  };
});

const TOO_LARGE = { field: "to", message: "must be earlier: the range holds more than one response can" };
