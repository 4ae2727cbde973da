import * as z from "zod/mini";
import type { FirmId } from "../domain/firm-id.ts";
import type { Member } from "../domain/member.ts";
import { isUuid } from "../domain/record-id.ts";
import { memberKey } from "./keys.ts";
import type { Item, Readable } from "./read-together.ts";

const weeklyWindow = z.object({ weekday: z.number(), start: z.string(), end: z.string() });
const daysOff = z.object({ startDate: z.string(), endDate: z.string(), reason: z.string() });

const memberItem = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  schedulable: z.boolean(),
  active: z.boolean(),
  timeZone: z.string(),
  officeHours: z.array(weeklyWindow),
  timeOff: z.array(daysOff),
  version: z.number(),
});

/** A member of this firm, or null. */
export const memberRecord = (firm: FirmId, id: string): Readable<Member | null> => ({
  key: memberKey(firm, id),
  parse: (item) => (item === undefined ? null : memberItem.parse(item)),
});

/** The member whom a body names; null without a round trip where it names none. */
export const namedMemberRecord = (firm: FirmId, id: unknown): Readable<Member | null> =>
  typeof id === "string" && isUuid(id)
    ? memberRecord(firm, id.toLowerCase())
    : { ...memberRecord(firm, ""), cached: () => null };

export const memberToItem = (firm: FirmId, member: Member): Item => ({
  ...memberKey(firm, member.id),
  ...member,
});
