import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { isKnownTag } from "../../shared/api/request-headers.ts";
import { getCalendarFeedEndpoint } from "../../shared/calendars/calendar-link.contract.ts";
import {
  nearestConsultations,
  publishedTag,
  publishedText,
} from "../../shared/calendars/published-calendar.rules.ts";
import { publishedConsultations } from "../../shared/calendars/published-calendar.store.ts";
import { lastRenameRecord, leadNames } from "../../shared/leads/lead-names.store.ts";
import { requireActive } from "../../shared/members/member.rules.ts";
import { cachedMemberRecord } from "../../shared/members/member.store.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { NO_RECORD } from "../../shared/table/read-records.ts";
import { cachedIf } from "../../shared/table/record-cache.ts";

/** Stands for the link of a request with another key, which is refused. */
const NO_CALENDAR = { memberId: "", showsNames: false };

/** Reads the names of leads only for a caller that does not have the present answer. */
const getCalendarFeed = operation(getCalendarFeedEndpoint, {
  reads: ({ firmId, calendar: { memberId, showsNames } = NO_CALENDAR, nowMilliseconds }) => ({
    // A member who is active again is not refused by a cached record.
    member: cachedIf(cachedMemberRecord(firmId, memberId), (member) => member?.active === true),
    settings: settingsRecord(firmId),
    found: publishedConsultations(firmId, memberId, nowMilliseconds),
    lastRename: showsNames ? lastRenameRecord(firmId) : NO_RECORD,
  }),

  decide: async ({ member, settings, found, lastRename }, request, read) => {
    const { firmId, calendar: { showsNames } = NO_CALENDAR, knownTags, nowMilliseconds } = request;
    const consultations = nearestConsultations(found, nowMilliseconds);
    const published = { member: requireActive(member), settings, consultations, showsNames, lastRename };
    const etag = publishedTag(published);
    if (isKnownTag(etag, knownTags)) return { etag, answer: null };
    const leadIds = showsNames ? consultations.map(({ leadId }) => leadId) : [];
    const { names } = await read({ names: leadNames(firmId, leadIds) });
    return { etag, answer: publishedText(published, names) };
  },
});

export const handler = endpoint(getCalendarFeed);
