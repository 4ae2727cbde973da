import { newKey } from "../api/keys/new-key.ts";
import { operation, required } from "../api/operation.ts";
import { memberRecord } from "../members/member.store.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { fullList } from "../schema/full-list.ts";
import { LIMITS } from "../schema/limits.ts";
import { firmStateRecord, markedKey } from "../settings/firm-state.store.ts";
import { sha256 } from "../table/record-keys.ts";
import { createCalendarLinkEndpoint, getCalendarFeedEndpoint } from "./calendar-link.contract.ts";
import { calendarLinkResource } from "./calendar-link.rules.ts";
import { addCalendarLink, calendarLinksRecord } from "./calendar-link.store.ts";

/** Creates a calendar link. Only this answer has its address, with the secret. */
export const createCalendarLink = operation(createCalendarLinkEndpoint, {
  reads: ({ firmId, params }) => ({
    member: required("member", memberRecord(firmId, params.id)),
    before: calendarLinksRecord(firmId, params.id),
    state: firmStateRecord(firmId),
  }),

  decide: ({ member, before, state }, { firmId, input, nowMilliseconds, baseUrl }) => {
    if (before.links.length >= LIMITS.calendarLinks) throw invalidRequest([fullList("calendar_links")]);
    const settings = { ...CALENDAR_KEY, memberId: member.id, showsNames: input.names };
    const { secret, key } = newKey(firmId, settings, nowMilliseconds);
    const link = { id: key.id, showsNames: input.names, sha256: sha256(secret) };
    return {
      writes: addCalendarLink(firmId, { before, secret, key: markedKey(key, state) }),
      answer: {
        ...calendarLinkResource(link),
        url: `${baseUrl}${getCalendarFeedEndpoint.path}?key=${secret}`,
      },
    };
  },
});

const CALENDAR_KEY = {
  kind: "calendar" as const,
  name: "Calendar link",
  scopes: [],
  requestsPerMinute: LIMITS.calendarLinkRequestsPerMinute,
};
