import type { AttorneyResource } from "../../contract/attorneys.ts";
import type { MemberResource } from "../../contract/members.ts";
import { createdAt } from "../record-id.ts";
import type { Member } from "./member.ts";

/** A member as the settings show it. */
export const memberResource = (member: Member): MemberResource => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  schedulable: member.schedulable,
  active: member.active,
  time_zone: member.timeZone,
  office_hours: member.officeHours.map(({ weekday, start, end }) => ({ weekday, start, end })),
  time_off: member.timeOff.map(({ startDate, endDate, reason }) => ({
    start_date: startDate,
    end_date: endDate,
    reason,
  })),
  created_at: createdAt(member.id),
  version: member.version,
});

/** A member as those see it who book consultations: why somebody is away is nobody's business there. */
export const attorneyResource = (member: Member): AttorneyResource => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  time_zone: member.timeZone,
  has_office_hours: member.officeHours.length > 0,
});
