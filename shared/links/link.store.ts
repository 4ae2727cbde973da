import * as z from "zod/mini";
import { invalidKey, notFound } from "../api/app-error.ts";
import { type KeyRecord, keyToItem } from "../api/keys/key-store.ts";
import { type OperationRequest, required } from "../api/operation.ts";
import { lazy } from "../api/schema/zod.ts";
import type { Consultation } from "../consultations/consultation.rules.ts";
import { consultationRecord } from "../consultations/consultation.store.ts";
import { newKeyCheck } from "../firm/firm-state.store.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { commitWhenFree, type Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import {
  NO_RECORD,
  nullIfMissing,
  type QueryRef,
  type RecordRef,
  type Refs,
  readRecord,
  readRecords,
  type Values,
} from "../table/read-records.ts";
import { apiKeyRecordKey, type Item, linkKey, linkPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { unionOfPages } from "../table/union-of-pages.ts";
import { walkPartition } from "../table/walk-items.ts";
import { isLive, type Link, shownUntilEpochSeconds } from "./link.rules.ts";

// A link is two items that end together: its key, which authenticates requests, and the firm's record of it.

const linkItem = lazy(() =>
  z.object({
    sk: z.string(),
    leadId: z.string(),
    type: z.nullable(z.string()),
    // Under another name than the key of indexes.
    namedAttorneyId: z.optional(z.string()),
    consultationId: z.optional(z.string()),
    expiresAtEpochSeconds: z.number(),
    sha256: z.string(),
  }),
);

const parseLink = (item: Item): Link => {
  const { sk, namedAttorneyId: attorneyId = null, consultationId = null, ...fields } = linkItem().parse(item);
  return { id: sk, attorneyId, consultationId, ...fields };
};

const linkToItem = (firm: FirmId, { id, attorneyId, consultationId, ...fields }: Link): Item => ({
  ...linkKey(firm, id),
  ...fields,
  ...(attorneyId && { namedAttorneyId: attorneyId }),
  ...(consultationId && { consultationId }),
});

/** A link of this firm, or null. */
export const linkRecord = (firm: FirmId, id: string): RecordRef<Link | null> => ({
  key: linkKey(firm, id),
  parse: nullIfMissing(parseLink),
});

type ClientRequest = Pick<OperationRequest, "firmId" | "actor" | "nowMilliseconds">;

/**
 * The link that makes a request, and what it leads to. Reading one that was revoked since this instance last asked for its
 * key throws the same as an unknown key.
 */
export const readByLink = <More extends Refs>(
  { firmId, actor, nowMilliseconds }: ClientRequest,
  refsOf: (link: Link) => More,
): QueryRef<{ readonly link: Link; readonly found: Values<More> }> => ({
  query: async (table) => {
    const link = await readRecord(table, linkRecord(firmId, actor.id));
    if (link === null || !isLive(link, nowMilliseconds)) throw invalidKey();
    return { link, found: await readRecords(table, refsOf(link)) };
  },
});

type LinkRequest = Pick<OperationRequest, "firmId" | "nowMilliseconds"> & {
  readonly params: { readonly id: string; readonly linkId: string };
};

/**
 * A lead and a link of it, or of a lead that was merged into it. Reading another link, or one that has expired, throws
 * `not_found`.
 */
export const linkOfLead = ({
  firmId,
  params,
  nowMilliseconds,
}: LinkRequest): QueryRef<{ readonly lead: Lead; readonly link: Link }> => ({
  query: async (table) => {
    const { lead, link } = await readRecords(table, {
      lead: required("lead", leadRecord(firmId, params.id)),
      link: linkRecord(firmId, params.linkId),
    });
    const leadIds = [lead.id, ...(lead.mergedLeadIds ?? [])];
    if (link === null || !leadIds.includes(link.leadId) || !isLive(link, nowMilliseconds))
      throw notFound("link");
    return { lead, link };
  },
});

/** Reads pages of the links of a lead, and of those that were merged into it. */
export const linkPage =
  (firm: FirmId, leadIds: readonly string[], nowMilliseconds: number) =>
  async (table: Table, range: PageRange): Promise<Page<Link>> => {
    const pages = leadIds.map((leadId) =>
      listNewestFirst(
        table,
        {
          indexName: "byLead",
          partition: { pk: linkPartition(firm), leadId },
          parse: parseLink,
          matches: (link) => isLive(link, nowMilliseconds),
        },
        range,
      ),
    );
    return unionOfPages(await Promise.all(pages), range.limit);
  };

type NewLink = { readonly link: Link; readonly secret: string; readonly key: KeyRecord };

/** Writes a new link and its key, which must be marked as its firm is. */
export const putLink = (firm: FirmId, { link, secret, key }: NewLink): Write[] => [
  newKeyCheck(firm, key),
  { New: linkToItem(firm, link) },
  { New: keyToItem(secret, key) },
];

/** Deletes a link that was read, and its key. */
export const removeLink = (firm: FirmId, { id, sha256 }: Pick<Link, "id" | "sha256">): Write[] => [
  { Delete: { Key: linkKey(firm, id), ConditionExpression: "attribute_exists(pk)" } },
  { Delete: { Key: apiKeyRecordKey(sha256) } },
];

/** Every link of the firm, expired ones too. */
export async function* walkLinks(table: Table, firm: FirmId): AsyncGenerator<Link> {
  for await (const items of walkPartition(table, { pk: linkPartition(firm) })) yield* items.map(parseLink);
}

/** Deletes a link and its key; one that is gone already is none. */
export const deleteLinkIfThere = (table: Table, firm: FirmId, link: Pick<Link, "id" | "sha256">) =>
  commitWhenFree(table, removeLink(firm, link));

/**
 * Deletes the links of leads.
 * @returns how many there were
 */
export const eraseLinks = async (
  table: Table,
  firm: FirmId,
  { leadIds, dryRun }: { readonly leadIds: readonly string[]; readonly dryRun: boolean },
): Promise<number> => {
  let count = 0;
  for await (const link of walkLinks(table, firm)) {
    if (!leadIds.includes(link.leadId)) continue;
    count += 1;
    if (!dryRun) await deleteLinkIfThere(table, firm, link);
  }
  return count;
};

/** Gives a link the consultation that the same commit books, if it has none: of any number at once, one succeeds. */
export const bookedByLink = (firm: FirmId, link: Link, consultation: Consultation): Write[] => {
  const expiry = Math.max(link.expiresAtEpochSeconds, shownUntilEpochSeconds(consultation));
  return [
    {
      Update: {
        Key: linkKey(firm, link.id),
        UpdateExpression: "SET consultationId = :consultation, expiresAtEpochSeconds = :expiry",
        ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(consultationId)",
        ExpressionAttributeValues: { ":consultation": consultation.id, ":expiry": expiry },
      },
    },
    keyExpiry(link, expiry),
  ];
};

/** Lets a link live as long as it shows a consultation that the same commit moves. */
export const movedByLink = (firm: FirmId, link: Link, consultation: Consultation): Write[] => {
  const expiry = shownUntilEpochSeconds(consultation);
  if (expiry <= link.expiresAtEpochSeconds) return [];
  return [{ Update: { Key: linkKey(firm, link.id), ...laterExpiry(expiry) } }, keyExpiry(link, expiry)];
};

const keyExpiry = ({ sha256 }: Link, expiry: number): Write => ({
  Update: { Key: apiKeyRecordKey(sha256), ...laterExpiry(expiry) },
});

const laterExpiry = (expiry: number) => ({
  UpdateExpression: "SET expiresAtEpochSeconds = :expiry",
  ConditionExpression: "attribute_exists(pk)",
  ExpressionAttributeValues: { ":expiry": expiry },
});

/** The consultation of a link, if it has one. */
export const consultationOfLink = (firm: FirmId, { consultationId }: Link) =>
  consultationId === null ? NO_RECORD : consultationRecord(firm, consultationId);
