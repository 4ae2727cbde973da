import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { listCalendarLinksEndpoint } from "../../shared/calendars/calendar-link.contract.ts";
import { calendarLinkResource } from "../../shared/calendars/calendar-link.rules.ts";
import { calendarLinksRecord } from "../../shared/calendars/calendar-link.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";

const listCalendarLinks = operation(listCalendarLinksEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    known: calendarLinksRecord(firmId, params.id),
  }),

  decide: ({ known }) => ({
    answer: { data: known.links.map(calendarLinkResource).toReversed(), next_cursor: null },
  }),
});

export const handler = endpoint(listCalendarLinks);
