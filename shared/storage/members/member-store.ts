import * as z from "zod/mini";
import { notFound, versionConflict } from "../../contract/app-error.ts";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import { isUuid } from "../../domain/record-id.ts";
import { conditionalUpdate } from "../dynamodb/conditional-update.ts";
import { listNewestFirst, type Page, type PageRange } from "../dynamodb/list-newest-first.ts";
import { putNew } from "../dynamodb/put-new.ts";
import type { Item, RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { ttlCache } from "../dynamodb/ttl-cache.ts";
import { MEMBER_PREFIX, memberKey, settingsPartition } from "../record-keys.ts";

const memberItem = lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    schedulable: z.boolean(),
    active: z.boolean(),
    timeZone: z.string(),
    officeHours: z.array(z.object({ weekday: z.number(), start: z.string(), end: z.string() })),
    timeOff: z.array(z.object({ startDate: z.string(), endDate: z.string(), reason: z.string() })),
    version: z.number(),
    minSettingsVersion: z.number(),
  }),
);

/** A member of this firm, or null. */
export const memberRecord = (firm: FirmId, id: string): RecordRef<Member | null> => ({
  key: memberKey(firm, id),
  parse: (item) => (item === undefined ? null : memberItem().parse(item)),
});

/** The member whom a body names; null without a round trip where it names none. */
export const namedMemberRecord = (firm: FirmId, id: unknown): RecordRef<Member | null> =>
  typeof id === "string" && isUuid(id)
    ? memberRecord(firm, id.toLowerCase())
    : { ...memberRecord(firm, ""), cached: () => null };

const cached = ttlCache<Member>();

/** The same, from this instance's cache for a few seconds. */
export const cachedMemberRecord = (firm: FirmId, id: string) => cached(memberRecord(firm, id));

export const memberToItem = (firm: FirmId, member: Member): Item => ({
  ...memberKey(firm, member.id),
  ...member,
});

export const memberStore = (table: Table) => ({
  create: (firm: FirmId, member: Member): Promise<void> =>
    putNew(table, { TableName: table.name, Item: memberToItem(firm, member) }),

  /**
   * Changes a member field by field, so that a concurrent change of another field is kept; of this version only,
   * where one is given.
   * @returns the member as it is now
   * @throws AppError `not_found` or `version_conflict`
   */
  change: async (
    firm: FirmId,
    id: string,
    fields: Partial<Member>,
    version: number | null,
  ): Promise<Member> => {
    const { result, item } = await conditionalUpdate(table, memberKey(firm, id), {
      set: Object.entries(fields).map(([name, value]) => [[name], value]),
      incremented: [["version"]],
      ...(version !== null && { when: { version } }),
    });
    if (item === undefined) throw notFound("member");
    if (result === "refused") throw versionConflict("member");
    return memberItem().parse(item);
  },

  /** One page of the members that match. */
  list: (firm: FirmId, matches: (member: Member) => boolean, range: PageRange): Promise<Page<Member>> =>
    listNewestFirst(
      table,
      {
        partition: { pk: settingsPartition(firm) },
        sortPrefix: MEMBER_PREFIX,
        consistent: true,
        parse: (item) => memberItem().parse(item),
        matches,
      },
      range,
    ),
});
