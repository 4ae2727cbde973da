import { DeleteCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import type { FirmId } from "../table/firm-id.ts";
import { conflictKeyPartition, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { ConflictKey, ConflictSearch } from "./conflict-keys.rules.ts";
import type { KeyOwner } from "./known-record.rules.ts";
import type { Side } from "./subject.rules.ts";

/** Sort those against somebody first: among people with one name, they are the fewest and matter most. */
const SORTED_SIDES: Readonly<Record<Side, string>> = {
  adverse: "ADVERSE",
  related: "BESIDE",
  client: "CLIENT",
};

const sideNamed = (name: string): Side =>
  name === SORTED_SIDES.adverse ? "adverse" : name === SORTED_SIDES.related ? "related" : "client";

const keyOfItem = (firm: FirmId, { kind, value, side }: ConflictKey, { type, id }: KeyOwner) => ({
  pk: conflictKeyPartition(firm, kind, value),
  sk: `${SORTED_SIDES[side]}#${type}#${id}`,
});

/** The most calls at a time for one record. */
const CONCURRENT_CALLS = 10;

type KeyChanges = { readonly added: readonly ConflictKey[]; readonly removed: readonly ConflictKey[] };

/** Adds and removes keys of a record, one by one: a lead with many parties has more than a transaction takes. */
export const changeKeys = async (
  { client, name: TableName }: Table,
  firm: FirmId,
  owner: KeyOwner,
  { added, removed }: KeyChanges,
): Promise<void> => {
  await mapConcurrently(removed, CONCURRENT_CALLS, (key) =>
    client.send(new DeleteCommand({ TableName, Key: keyOfItem(firm, key, owner) })),
  );
  await mapConcurrently(added, CONCURRENT_CALLS, (key) =>
    client.send(new PutCommand({ TableName, Item: keyOfItem(firm, key, owner) })),
  );
};

/** A record under a key, and the side on which it has the key. */
export type KeyHit = { readonly owner: KeyOwner; readonly side: Side };

const toHit = ({ sk }: Item): KeyHit => {
  const [side = "", type, id = ""] = String(sk).split("#");
  return { owner: { type: type === "LEAD" ? "LEAD" : "ENTRY", id }, side: sideNamed(side) };
};

type HitPage = { readonly hits: readonly KeyHit[]; readonly isLast: boolean };

const PAGE = 1_000;

/** Yields the records under a key, on the sides of a search, page by page, strongly consistent. */
export async function* searchKey(
  { client, name: TableName }: Table,
  firm: FirmId,
  { kind, value, sides }: ConflictSearch,
): AsyncGenerator<HitPage, undefined> {
  const sorted = sides.map((side) => SORTED_SIDES[side]).sort();
  let start: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
        ExpressionAttributeValues: {
          ":pk": conflictKeyPartition(firm, kind, value),
          ":from": `${sorted[0]}#`,
          // Sorts after every id.
          ":to": `${sorted.at(-1)}#~`,
        },
        Limit: PAGE,
        ExclusiveStartKey: start,
      }),
    );
    start = LastEvaluatedKey;
    yield { hits: Items.map(toHit).filter(({ side }) => sides.includes(side)), isLast: start === undefined };
  } while (start);
  return undefined;
}

/** Returns the searches with the records that each of them found first. `isComplete` unless one of them has more. */
export const searchKeys = async (table: Table, firm: FirmId, searches: readonly ConflictSearch[]) => {
  const found = await mapConcurrently(searches, CONCURRENT_SEARCHES, async (search) => {
    const { value } = await searchKey(table, firm, search).next();
    return { search, hits: value?.hits ?? [], isLast: value?.isLast ?? true };
  });
  return { found, isComplete: found.every(({ isLast }) => isLast) };
};

const CONCURRENT_SEARCHES = 40;
