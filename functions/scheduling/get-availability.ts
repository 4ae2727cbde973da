import { endpoint } from "../../shared/api/endpoint.ts";
import { checked, operation } from "../../shared/api/operation.ts";
import { isBookable } from "../../shared/members/member.rules.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { getAvailabilityEndpoint } from "../../shared/scheduling/availability.contract.ts";
import { availableStarts, searchedDays } from "../../shared/scheduling/available-starts.steps.ts";
import { invalidRequest, notFound } from "../../shared/schema/app-error.ts";
import { rangeOf } from "../../shared/schema/time.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { uncached } from "../../shared/table/read-records.ts";

const NOT_BOOKABLE = { field: "id", message: "must be a member who is active and schedulable" };

const getAvailability = operation(getAvailabilityEndpoint, {
  reads: ({ firmId, params }) => ({
    attorney: checked(memberRecord(firmId, params.id), (member) => {
      if (member === null) throw notFound("attorney");
      if (!isBookable(member)) throw invalidRequest([NOT_BOOKABLE]);
      return member;
    }),
    settings: uncached(settingsRecord(firmId)),
  }),

  decide: async ({ attorney, settings }, { firmId, query, nowMilliseconds }, read) => {
    const search = {
      settings,
      range: rangeOf(query),
      durationMinutes: query.duration_min,
      stepMinutes: query.step_min,
      nowMilliseconds,
    };
    const { days } = await read({ days: searchedDays(firmId, attorney, search) });
    const data = availableStarts(attorney, days, search).map((start) => new Date(start).toISOString());
    return { answer: { data, time_zone: attorney.timeZone } };
  },
});

export const handler = endpoint(getAvailability);
