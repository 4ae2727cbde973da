import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { listBusyCalendarsEndpoint } from "../../shared/calendars/busy-calendar.contract.ts";
import { busyCalendarResource } from "../../shared/calendars/busy-calendar.rules.ts";
import { attorneyCalendarsRecord } from "../../shared/calendars/busy-calendar.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";

const listBusyCalendars = operation(listBusyCalendarsEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("attorney", memberRecord(firmId, params.id)),
    known: attorneyCalendarsRecord(firmId, params.id),
  }),

  decide: ({ known }) => ({
    answer: {
      data: Object.entries(known.calendars)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, calendar]) => busyCalendarResource(name, calendar)),
      next_cursor: null,
    },
  }),
});

export const handler = endpoint(listBusyCalendars);
