import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import { isUuid } from "../../domain/record-id.ts";
import { conditionalUpdate } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import { listNewestFirst, type Page, type PageRange } from "../dynamodb/list-newest-first.ts";
import { putNew } from "../dynamodb/put-new.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
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

const cached = ttlCache<Member | null>();

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
   * Sets the given fields; a concurrent change of another field is kept. A version that is not null must be current.
   * @returns the changed member, or `conflict` when the version is another
   */
  change: async (
    firm: FirmId,
    id: string,
    fields: Partial<Member>,
    version: number | null,
  ): Promise<Member | "conflict"> => {
    const { result, item } = await conditionalUpdate(table, memberKey(firm, id), {
      set: Object.entries(fields).map(([name, value]) => [[name], value]),
      incremented: [["version"]],
      ...(version !== null && { when: { version } }),
    });
    return result === "done" ? memberItem().parse(item) : "conflict";
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
