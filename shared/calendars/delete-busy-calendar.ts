import { checked, operation, required } from "../api/operation.ts";
import { memberRecord } from "../members/member.store.ts";
import { invalidRequest, notFound } from "../schema/app-error.ts";
import { deleteBusyCalendarEndpoint } from "./busy-calendar.contract.ts";
import { IS_FEED } from "./busy-calendar.rules.ts";
import { attorneyCalendarsRecord } from "./busy-calendar.store.ts";
import { removeCalendar } from "./remove-calendar.ts";

/** Removes a calendar: its busy times, in several writes, and then its name. */
export const deleteBusyCalendar = operation(deleteBusyCalendarEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("attorney", memberRecord(firmId, params.id)),
    known: checked(attorneyCalendarsRecord(firmId, params.id), (known) => {
      if (!Object.hasOwn(known.calendars, params.calendar)) throw notFound("calendar");
      if (known.calendars[params.calendar]?.isFeed) throw invalidRequest([IS_FEED]);
      return known;
    }),
  }),

  decide: ({ known }, { firmId, params: { id: attorneyId, calendar } }) => ({
    after: (table) => {
      const firstDate = known.calendars[calendar]?.firstDate ?? FIRST_OF_ALL;
      return removeCalendar(table, firmId, { attorneyId, calendar, firstDate });
    },
  }),
});

/** Sorts before every date: calendars that were added by an earlier release have no first date. */
const FIRST_OF_ALL = "0000";
