import { type KeyRecord, keyToItem } from "../api/keys/key-store.ts";
import type { Consultation } from "../consultations/consultation.rules.ts";
import { newKeyCheck } from "../settings/firm-state.store.ts";
import { commitWhenFree, type Write } from "../table/commit.ts";
import { type DueKey, dueAttributes, LINKS_SHARD } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { type OnFault, processRecord } from "../table/record-fault.ts";
import { apiKeyRecordKey, type Item, linkKey, linkPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { walkPartition, walkRecords } from "../table/walk-items.ts";
import { type Link, type LinkWithConsultation, shownUntilMilliseconds } from "./link.rules.ts";
import { linkFields } from "./link-fields.contract.ts";

// A link is two items that end together: its key, which authenticates requests, and the firm's record of it.

// The attorney's attribute is not named like the key of an index.

export const parseLink = ({ sk: id, namedAttorneyId: attorneyId, ...fields }: Item): Link =>
  linkFields.item().parse({ ...fields, id, attorneyId });

const linkToItem = (firm: FirmId, { link, consultation }: LinkWithConsultation): Item => {
  const { id, attorneyId, consultationId, ...fields } = link;
  return {
    ...linkKey(firm, id),
    ...fields,
    ...(attorneyId && { namedAttorneyId: attorneyId }),
    ...(consultationId && { consultationId }),
    ...(consultation && dueWith(link, consultation)),
  };
};

/** Returns the attributes by which the sweep finds a link at the end of its consultation, unless that is moved. */
const dueWith = ({ id }: Pick<Link, "id">, consultation: Consultation) =>
  dueAttributes(id, shownUntilMilliseconds(consultation), [LINKS_SHARD]);

/** Reads a link of this firm, or null. */
export const linkRecord = (firm: FirmId, id: string): RecordRef<Link | null> => ({
  key: linkKey(firm, id),
  parse: nullIfMissing(parseLink),
});

type NewLink = LinkWithConsultation & { readonly secret: string; readonly key: KeyRecord };

/** Writes a new link and its key, which must have its firm's marks. */
export const putLink = (firm: FirmId, { secret, key, ...link }: NewLink): Write[] => [
  newKeyCheck(firm, key),
  { New: linkToItem(firm, link) },
  { New: keyToItem(secret, key) },
];

/** Deletes a link that was read, and its key. */
export const removeLink = (firm: FirmId, { id, sha256 }: Pick<Link, "id" | "sha256">): Write[] => [
  { Delete: { Key: linkKey(firm, id), ConditionExpression: "attribute_exists(pk)" } },
  { Delete: { Key: apiKeyRecordKey(sha256) } },
];

/** Yields every stored link of the firm, page by page. `onFault` receives those that cannot be read. */
export const walkLinks = (table: Table, firm: FirmId, onFault: OnFault): AsyncGenerator<Link[]> =>
  walkRecords(table, { pk: linkPartition(firm), kind: "link", parse: parseLink, onFault });

/** Deletes a link and its key, if they still exist. */
export const deleteLinkIfThere = (table: Table, firm: FirmId, link: Pick<Link, "id" | "sha256">) =>
  commitWhenFree(table, removeLink(firm, link));

/**
 * Deletes the links of leads.
 * @returns the number of links
 */
export const eraseLinks = async (
  table: Table,
  firm: FirmId,
  { leadIds, dryRun, onFault }: LinkErasure,
): Promise<number> => {
  let count = 0;
  const erase = async (item: Item) => {
    const link = parseLink(item);
    if (!dryRun) await deleteLinkIfThere(table, firm, link);
    count += 1;
  };
  for await (const items of walkPartition(table, { pk: linkPartition(firm) }))
    for (const item of items.filter(({ leadId }) => leadIds.includes(String(leadId))))
      await processRecord(
        () => erase(item),
        (fault) => onFault(`the link ${String(item.sk)}`, fault),
      );
  return count;
};

type LinkErasure = {
  readonly leadIds: readonly string[];
  readonly dryRun: boolean;
  /** Receives links that cannot be read or deleted. */
  readonly onFault: OnFault;
};

/**
 * Assigns the consultation of the same commit to a link that has none: only one of several concurrent bookings
 * succeeds. From then on the link ends with the consultation, and the table deletes neither record nor key.
 */
export const bookedByLink = (firm: FirmId, link: Link, consultation: Consultation): Write[] => {
  const { dueShard, dueAt } = dueWith(link, consultation);
  return [
    {
      Update: {
        Key: linkKey(firm, link.id),
        UpdateExpression:
          "SET consultationId = :consultation, dueShard = :shard, dueAt = :due REMOVE expiresAtEpochSeconds",
        ConditionExpression:
          "attribute_exists(pk) AND (attribute_not_exists(consultationId) OR consultationId = :consultation)",
        ExpressionAttributeValues: { ":consultation": consultation.id, ":shard": dueShard, ":due": dueAt },
      },
    },
    {
      Update: {
        Key: apiKeyRecordKey(link.sha256),
        UpdateExpression: "REMOVE expiresAtEpochSeconds",
        ConditionExpression: "attribute_exists(pk)",
      },
    },
  ];
};

/** Makes a due link due again at the present end of its consultation. */
export const dueAgain = ({ key, dueAt }: DueKey, link: Link, consultation: Consultation): Write => ({
  Update: {
    Key: key,
    UpdateExpression: "SET dueAt = :end",
    ConditionExpression: "dueAt = :dueAt",
    ExpressionAttributeValues: { ":dueAt": dueAt, ":end": dueWith(link, consultation).dueAt },
  },
});

/** Makes a link that was stored with both a consultation and an expiry end like all others. */
export const movedByLink = (firm: FirmId, link: Link, consultation: Consultation): Write[] =>
  link.expiresAtEpochSeconds === undefined ? [] : bookedByLink(firm, link, consultation);
