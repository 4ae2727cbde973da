import { checked, operation, required } from "../api/operation.ts";
import { memberRecord } from "../members/member.store.ts";
import { notFound } from "../schema/app-error.ts";
import { attorneyCalendarsRecord } from "./busy-calendar.store.ts";
import { deleteFeedEndpoint } from "./feed.contract.ts";
import { firstDateOf } from "./feed.rules.ts";
import { removeFeed } from "./feed.store.ts";
import { removeCalendar } from "./remove-calendar.ts";

/** Deletes a feed, which ends a reading under way, and then its calendar: after a fault a repeat finds the calendar. */
export const deleteFeed = operation(deleteFeedEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    known: checked(attorneyCalendarsRecord(firmId, params.id), (known) => {
      if (!Object.hasOwn(known.calendars, params.feedId) || !known.calendars[params.feedId]?.isFeed)
        throw notFound("feed");
      return known;
    }),
  }),

  decide: (_, { firmId, params: { id: attorneyId, feedId: calendar } }) => ({
    writes: [removeFeed(firmId, attorneyId, calendar)],
    after: (table) =>
      removeCalendar(table, firmId, { attorneyId, calendar, firstDate: firstDateOf(calendar) }),
  }),
});
