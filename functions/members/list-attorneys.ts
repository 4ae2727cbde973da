import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { type AttorneyResource, listAttorneysEndpoint } from "../../shared/members/attorney.contract.ts";
import { isBookable, type Member } from "../../shared/members/member.rules.ts";
import { memberPage } from "../../shared/members/member.store.ts";
import { localDate } from "../../shared/time/utc-offset.rules.ts";

/**
 * Returns a member as callers who book consultations see it, without the reasons of time off. Hours of past dates count
 * for nothing.
 */
const attorneyResource = (member: Member, nowMilliseconds: number): AttorneyResource => {
  const today = localDate(member.timeZone, nowMilliseconds);
  return {
    id: member.id,
    name: member.name,
    email: member.email,
    role: member.role,
    time_zone: member.timeZone,
    has_office_hours:
      member.officeHours.length > 0 ||
      member.dateHours.some(({ date, windows }) => windows.length > 0 && date >= today),
  };
};

const listAttorneys = operation(listAttorneysEndpoint, {
  reads: (request) => ({
    page: pageAfterCursor(request, { list: "attorneys" }, memberPage(request.firmId, isBookable)),
  }),
  decide: ({ page }, { nowMilliseconds }) => ({
    answer: pageResource(page, (member) => attorneyResource(member, nowMilliseconds)),
  }),
});

export const handler = endpoint(listAttorneys);
