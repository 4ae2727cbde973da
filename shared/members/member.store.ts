import { invalidRequest } from "../schema/app-error.ts";
import { fullList } from "../schema/full-list.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listDocuments, type Page, type PageRange } from "../table/list-newest-first.ts";
import { nullIfMissing, type QueryRef, type RecordRef, recordFromBody } from "../table/read-records.ts";
import { ttlCache } from "../table/record-cache.ts";
import {
  type Item,
  MEMBER_PREFIX,
  memberCountKey,
  memberKey,
  settingsPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { documentWrite, unchanged } from "../table/update-item.ts";
import { walkPartition } from "../table/walk-items.ts";
import type { Member } from "./member.rules.ts";
import { memberFields } from "./member-fields.contract.ts";

export const parseMember = (item: Item): Member => memberFields.item().parse(item);

/** Reads a member of this firm, or null. */
export const memberRecord = (firm: FirmId, id: string): RecordRef<Member | null> => ({
  key: memberKey(firm, id),
  parse: nullIfMissing(parseMember),
});

/** Reads the same for an id from an unvalidated body. */
export const memberRecordFromBody = (firm: FirmId, id: unknown): RecordRef<Member | null> =>
  recordFromBody(id, (uuid) => memberRecord(firm, uuid));

const cached = ttlCache<Member | null>();

/** Reads the same, from this instance's cache for a few seconds. */
export const cachedMemberRecord = (firm: FirmId, id: string) => cached(memberRecord(firm, id));

export const memberToItem = (firm: FirmId, member: Member): Item => ({
  ...memberKey(firm, member.id),
  ...member,
});

/** The count of a new firm's members. */
export const initialMemberCount = (firm: FirmId, memberCount: number): Item => ({
  ...memberCountKey(firm),
  memberCount,
});

/** Writes and counts a new member. */
export const putMember = (firm: FirmId, member: Member): Write[] => [
  {
    Update: {
      Key: memberCountKey(firm),
      UpdateExpression: "SET memberCount = if_not_exists(memberCount, :none) + :one",
      ConditionExpression: "attribute_not_exists(memberCount) OR memberCount < :most",
      ExpressionAttributeValues: { ":none": 0, ":one": 1, ":most": LIMITS.members },
    },
    refusal: () => invalidRequest([fullList("members")]),
  },
  { New: memberToItem(firm, member) },
];

/** Sets fields of a member, who must not have changed since the read. */
export const changeMember = (firm: FirmId, { id, version }: Member, fields: Partial<Member>): Write =>
  documentWrite(memberKey(firm, id), version, fields);

/** Requires that a member has not changed since the read. */
export const requireMember = (firm: FirmId, member: Member): Write => ({
  ConditionCheck: { Key: memberKey(firm, member.id), ...unchanged(member) },
});

/** Reads every member of the firm, in the order of their creation. */
export const firmMembers = (firm: FirmId): QueryRef<Member[]> => ({
  query: async (table) => {
    const members: Member[] = [];
    const walk = walkPartition(table, { pk: settingsPartition(firm), sortPrefix: MEMBER_PREFIX });
    for await (const items of walk) members.push(...items.map(parseMember));
    return members;
  },
});

/** Reads pages of the members that match. */
export const memberPage =
  (firm: FirmId, matches: (member: Member) => boolean = () => true) =>
  (table: Table, range: PageRange): Promise<Page<Member>> =>
    listDocuments(table, firm, { sortPrefix: MEMBER_PREFIX, parse: parseMember, matches }, range);
