import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { bookingRulesItem } from "../scheduling/booking-rules-item.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import type { Page, PageRange } from "../table/list-newest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { recordFromBody } from "../table/record-from-body.ts";
import { MEMBER_PREFIX, memberCountKey, memberKey } from "../table/record-keys.ts";
import { changeDocument, listDocuments } from "../table/settings-document.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { ttlCache } from "../table/ttl-cache.ts";
import type { Member } from "./member.rules.ts";

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
    timeOff: z.array(
      z.union([
        z.object({ startDate: z.string(), endDate: z.string(), reason: z.string() }),
        z.object({ startAt: z.string(), endAt: z.string(), reason: z.string() }),
      ]),
    ),
    bookingRules: bookingRulesItem(),
    version: z.number(),
    minSettingsVersion: z.number(),
  }),
);

const parseMember = (item: Item): Member => memberItem().parse(item);

/** A member of this firm, or null. */
export const memberRecord = (firm: FirmId, id: string): RecordRef<Member | null> => ({
  key: memberKey(firm, id),
  parse: nullIfMissing(parseMember),
});

/** The same with an id from an unvalidated body. */
export const memberRecordFromBody = (firm: FirmId, id: unknown): RecordRef<Member | null> =>
  recordFromBody(id, (uuid) => memberRecord(firm, uuid));

const cached = ttlCache<Member | null>();

/** The same, from this instance's cache for a few seconds. */
export const cachedMemberRecord = (firm: FirmId, id: string) => cached(memberRecord(firm, id));

export const memberToItem = (firm: FirmId, member: Member): Item => ({
  ...memberKey(firm, member.id),
  ...member,
});

export const memberStore = (table: Table) => ({
  /** @returns `limit` when the firm may have no more members. Those made before members were counted do not count. */
  create: async (firm: FirmId, member: Member): Promise<"done" | "limit" | "conflict"> => {
    const { result } = await transact(table, [
      {
        Update: {
          TableName: table.name,
          Key: memberCountKey(firm),
          UpdateExpression: "SET memberCount = if_not_exists(memberCount, :none) + :one",
          ConditionExpression: "attribute_not_exists(memberCount) OR memberCount < :most",
          ExpressionAttributeValues: { ":none": 0, ":one": 1, ":most": LIMITS.members },
        },
      },
      { Put: { TableName: table.name, Item: memberToItem(firm, member) } },
    ]);
    return result === "refused" ? "limit" : result;
  },

  /**
   * Sets fields of a member that was read.
   * @returns the changed member, or `conflict` when it has changed since
   */
  change: (firm: FirmId, { id, version }: Member, fields: Partial<Member>): Promise<Member | "conflict"> =>
    changeDocument(table, { key: memberKey(firm, id), parse: parseMember }, fields, { version }),

  /** One page of the members that match. */
  list: (firm: FirmId, matches: (member: Member) => boolean, range: PageRange): Promise<Page<Member>> =>
    listDocuments(table, firm, { sortPrefix: MEMBER_PREFIX, parse: parseMember, matches }, range),
});
