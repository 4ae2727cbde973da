import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type QueryRef, type Reader, type RecordRef, readRecord, uncached } from "../table/read-records.ts";
import {
  ATTORNEYS_SORT_KEY,
  attorneyListKey,
  MEMBER_PREFIX,
  settingsPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { type FirmAttorneys, isBookable, type Member } from "./member.rules.ts";
import { cachedMemberRecord, changeMember, firmMembers, parseMember } from "./member.store.ts";

// The ids of a firm's attorneys are in one item, so that a pool need not read every member. Each change of who can be
// booked rewrites the item from all members. A firm without such a change has no item yet, and all its members are
// read.

const attorneyListItem = lazy(() => z.object({ attorneyIds: z.array(z.string()), version: z.number() }));

/** Ids in the order of their creation. The version of the stored list is 0 when there is none. */
type AttorneyList = {
  readonly attorneyIds: readonly string[];
  readonly version: number;
};

/** Builds the list from all members. Reads them after the stored list's version, so it misses no change in between. */
export const attorneyList = (firm: FirmId): QueryRef<AttorneyList> => ({
  query: async (table) => {
    const { version } = await readRecord(table, {
      key: attorneyListKey(firm),
      parse: (item) => attorneyListItem().parse(item ?? { attorneyIds: [], version: 0 }),
    });
    return { version, attorneyIds: idsOf(await allAttorneys(table, firm)) };
  },
});

/** Stores the list with a new attorney, or without a member who is no longer one. */
export const listAttorney = async (firm: FirmId, member: Member, read: Reader): Promise<Write[]> => {
  const { attorneyIds, version } = (await read({ list: attorneyList(firm) })).list;
  const others = attorneyIds.filter((id) => id !== member.id);
  const listed = { attorneyIds: isBookable(member) ? [...others, member.id].sort() : others };
  return [
    {
      Put: {
        Item: { ...attorneyListKey(firm), ...listed, version: version + 1 },
        ConditionExpression: "attribute_not_exists(pk) OR version = :version",
        ExpressionAttributeValues: { ":version": version },
      },
    },
  ];
};

/**
 * Sets fields of a member, who must not have changed since the read, and stores the list if that adds or removes an
 * attorney.
 */
export const changeListedMember = async (
  firm: FirmId,
  before: Member,
  fields: Partial<Member>,
  read: Reader,
): Promise<Write[]> => {
  const after = { ...before, ...fields };
  const listed = isBookable(after) === isBookable(before) ? [] : await listAttorney(firm, after, read);
  return [changeMember(firm, before, fields), ...listed];
};

/** Reads the attorneys: the list, and the first members with it. */
export const firmAttorneys = (firm: FirmId): QueryRef<FirmAttorneys> => ({
  query: (table) => readFirst(table, firm),
});

/** Reads an attorney in the list. */
export const attorneyRecord = (firm: FirmId, id: string): RecordRef<Member | null> =>
  uncached(cachedMemberRecord(firm, id));

/** Members read together with the list: all of a small firm's, and in most others the whole firm as a pool. */
const FIRST_MEMBERS = 40;

const readFirst = async (table: Table, firm: FirmId): Promise<FirmAttorneys> => {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :list AND :last",
      ExpressionAttributeValues: {
        ":pk": settingsPartition(firm),
        ":list": ATTORNEYS_SORT_KEY,
        ":last": `${MEMBER_PREFIX}~`,
      },
      Limit: FIRST_MEMBERS + 1,
    }),
  );
  const [list, ...members] = Items;
  if (list?.sk === ATTORNEYS_SORT_KEY)
    return {
      ids: attorneyListItem().parse(list).attorneyIds,
      read: members.map(parseMember).filter(isBookable),
    };
  const read = LastEvaluatedKey ? await allAttorneys(table, firm) : Items.map(parseMember).filter(isBookable);
  return { ids: idsOf(read), read };
};

const allAttorneys = async (table: Table, firm: FirmId) =>
  (await firmMembers(firm).query(table)).filter(isBookable);

const idsOf = (attorneys: readonly Member[]) => attorneys.map(({ id }) => id);
