import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { listBusyCalendarsEndpoint } from "../../shared/calendars/busy-calendar.contract.ts";
import { busyCalendarResource } from "../../shared/calendars/busy-calendar.rules.ts";
import { attorneyCalendarsRecord } from "../../shared/calendars/busy-calendar.store.ts";
import { withFeed } from "../../shared/calendars/feed.rules.ts";
import { feedsOfMember } from "../../shared/calendars/feed.store.ts";
import { memberRecord } from "../../shared/members/member.store.ts";

const listBusyCalendars = operation(listBusyCalendarsEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("attorney", memberRecord(firmId, params.id)),
    known: attorneyCalendarsRecord(firmId, params.id),
    feeds: feedsOfMember(firmId, params.id),
  }),

  decide: ({ known, feeds }) => ({
    answer: {
      data: Object.entries(known.calendars)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, calendar]) => {
          const feed = feeds.find(({ id }) => id === name);
          return busyCalendarResource(name, feed ? withFeed(calendar, feed) : calendar);
        }),
      next_cursor: null,
    },
  }),
});

export const handler = endpoint(listBusyCalendars);
