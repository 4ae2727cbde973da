import { notFound } from "../../shared/api/app-error.ts";
import { endpoint } from "../../shared/api/endpoint.ts";
import { checked, operation, readMore } from "../../shared/api/operation.ts";
import { isBookable } from "../../shared/consultations/consultation.rules.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { busyOn, daysWithin } from "../../shared/scheduling/attorney-day.store.ts";
import { attorneyRules } from "../../shared/scheduling/booking-rules.rules.ts";
import { getAvailabilityEndpoint } from "../../shared/scheduling/calendar.contract.ts";
import { freeStarts, relevantRange } from "../../shared/scheduling/slots.rules.ts";
import { uncached } from "../../shared/table/read-records.ts";

const getAvailability = operation(getAvailabilityEndpoint, {
  reads: ({ firmId, params }) => ({
    attorney: checked(memberRecord(firmId, params.id), (member) => {
      if (!isBookable(member)) throw notFound("attorney");
      return member;
    }),
    settings: uncached(settingsRecord(firmId)),
  }),

  decide: ({ attorney, settings }, { firmId, query, nowMilliseconds }) => {
    const { from, to, duration_min: durationMinutes, step_min: stepMinutes } = query;
    const range = { start: Date.parse(from), end: Date.parse(to) };
    const rules = attorneyRules(settings.bookingRules, attorney.bookingRules);
    const relevant = relevantRange({ ...attorney, rules }, range, durationMinutes);
    return readMore({ days: daysWithin(firmId, attorney.id, relevant) }, ({ days }) => {
      const calendar = {
        ...attorney,
        holidays: settings.holidays,
        rules,
        busy: busyOn(days, nowMilliseconds),
        nowMilliseconds,
      };
      const starts = freeStarts({ calendar, range, durationMinutes, stepMinutes });
      return {
        answer: { data: starts.map((start) => new Date(start).toISOString()), time_zone: attorney.timeZone },
      };
    });
  },
});

export const handler = endpoint(getAvailability);
