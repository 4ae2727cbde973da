import { notFound } from "../../shared/api/app-error.ts";
import { endpoint } from "../../shared/api/endpoint.ts";
import { checked, operation, readMore } from "../../shared/api/operation.ts";
import { isBookable } from "../../shared/consultations/consultation.rules.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { availableStarts, searchedDays } from "../../shared/scheduling/available-starts.steps.ts";
import { getAvailabilityEndpoint } from "../../shared/scheduling/calendar.contract.ts";
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
    const search = {
      settings,
      range: { start: Date.parse(query.from), end: Date.parse(query.to) },
      durationMinutes: query.duration_min,
      stepMinutes: query.step_min,
      nowMilliseconds,
    };
    return readMore({ days: searchedDays(firmId, attorney, search) }, ({ days }) => {
      const starts = availableStarts(attorney, days, search);
      return {
        answer: { data: starts.map((start) => new Date(start).toISOString()), time_zone: attorney.timeZone },
      };
    });
  },
});

export const handler = endpoint(getAvailability);
