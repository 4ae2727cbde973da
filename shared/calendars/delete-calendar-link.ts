import { checked, operation, required } from "../api/operation.ts";
import { memberRecord } from "../members/member.store.ts";
import { deleteCalendarLinkEndpoint } from "./calendar-link.contract.ts";
import { requireCalendarLink } from "./calendar-link.rules.ts";
import { calendarLinksRecord, removeCalendarLink } from "./calendar-link.store.ts";

export const deleteCalendarLink = operation(deleteCalendarLinkEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    found: checked(calendarLinksRecord(firmId, params.id), (before) => ({
      before,
      link: requireCalendarLink(before, params.linkId),
    })),
  }),

  decide: ({ found }, { firmId }) => ({ writes: removeCalendarLink(firmId, found), answer: undefined }),
});
