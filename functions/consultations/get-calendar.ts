import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getCalendarEndpoint } from "../../shared/consultations/calendar.contract.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { slotConsultations } from "../../shared/consultations/slot-consultations.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { timeOffResource } from "../../shared/members/time-off.contract.ts";
import { RESPONSE_BYTES, responseBytes } from "../../shared/runtime/response-size.ts";
import {
  busyTimesWithin,
  consultationSlotsOn,
  liveHoldsOn,
} from "../../shared/scheduling/attorney-day.rules.ts";
import { daysWithin } from "../../shared/scheduling/attorney-day.store.ts";
import { busyTimeResource } from "../../shared/scheduling/busy-time.rules.ts";
import { holdResource } from "../../shared/scheduling/hold.rules.ts";
import { invalidRequest } from "../../shared/schema/app-error.ts";
import { rangeOf } from "../../shared/schema/time.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { holidayFields } from "../../shared/settings/holiday.contract.ts";
import { uncached } from "../../shared/table/read-records.ts";
import { withEchoes } from "../../shared/time/slots.rules.ts";
import { entriesWithin } from "../../shared/time/working-time.rules.ts";

/** Shows any member's calendar: a member who can no longer be booked may still have consultations. */
const getCalendar = operation(getCalendarEndpoint, {
  reads: ({ firmId, params, query }) => ({
    attorney: required("attorney", memberRecord(firmId, params.id)),
    settings: uncached(settingsRecord(firmId)),
    days: daysWithin(firmId, params.id, query ? withEchoes(rangeOf(query)) : null),
  }),

  decide: async ({ attorney, settings, days }, { firmId, query, nowMilliseconds }, read) => {
    const range = rangeOf(query);
    const { id: attorneyId, timeZone, timeOff } = attorney;
    const others = {
      holds: liveHoldsOn(days, { range, nowMilliseconds }).map(holdResource),
      time_off: entriesWithin(timeOff, timeZone, range).map(timeOffResource),
      holidays: entriesWithin(settings.holidays, timeZone, range).map((holiday) =>
        holidayFields.resource(holiday, {}),
      ),
      busy: busyTimesWithin(days, range).map(busyTimeResource),
    };
    const { consultations } = await read({
      consultations: slotConsultations(firmId, {
        attorneyId,
        range,
        slots: consultationSlotsOn(days, range),
        bytesMaximum: RESPONSE_BYTES - responseBytes(JSON.stringify(others)),
      }),
    });
    if (consultations === "too large") throw invalidRequest([TOO_LARGE]);
    const data = { consultations: consultations.map(consultationResource), ...others };
    return { answer: { data, time_zone: timeZone } };
  },
});

const TOO_LARGE = {
  field: "to",
  message: "must be earlier: the range has more entries than one response can carry",
};

export const handler = endpoint(getCalendar);
