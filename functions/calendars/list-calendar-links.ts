import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listCalendarLinksEndpoint } from "../../shared/calendars/calendar-link.contract.ts";
import { calendarLinkResource } from "../../shared/calendars/calendar-link.rules.ts";
import { calendarLinkPage } from "../../shared/calendars/calendar-link.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";

const listCalendarLinks = operation(listCalendarLinksEndpoint, {
  reads: ({ firmId, params, query }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    page: pageAfterCursor(
      { firmId, query },
      { calendarLinks: params.id },
      calendarLinkPage(firmId, params.id),
    ),
  }),

  decide: ({ page }) => ({ answer: pageResource(page, calendarLinkResource) }),
});

export const handler = endpoint(listCalendarLinks);
