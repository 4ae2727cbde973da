import { type OperationRequest, required } from "../api/operation.ts";
import type { Consultation } from "../consultations/consultation.rules.ts";
import { consultationRecord } from "../consultations/consultation.store.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { survivingLeadRecord } from "../leads/merged-leads.store.ts";
import { type AppError, invalidKey, notFound } from "../schema/app-error.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import {
  known,
  NO_RECORD,
  type QueryRef,
  type RecordRef,
  type Refs,
  readRecord,
  readRecords,
  type Values,
} from "../table/read-records.ts";
import { ifReadable, throwFault } from "../table/record-fault.ts";
import { type Item, linkPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { unionOfPages } from "../table/union-of-pages.ts";
import { isLive, type Link, type LinkWithConsultation } from "./link.rules.ts";
import { linkRecord, parseLink } from "./link.store.ts";

// A link ends with its consultation, so both are read together, and the consultation's present state decides.

/** Reads the consultation of a link, if any. */
const consultationOfLink = (firm: FirmId, { consultationId }: Link): RecordRef<Consultation | null> =>
  consultationId === null ? NO_RECORD : consultationRecord(firm, consultationId);

/** Reads the same, and throws when the link has ended. */
const consultationOfLive = (
  { firmId, nowMilliseconds }: Pick<OperationRequest, "firmId" | "nowMilliseconds">,
  link: Link,
  ended: () => AppError,
): RecordRef<Consultation | null> => {
  const ref = consultationOfLink(firmId, link);
  const parse = (item: Item | undefined) => {
    const consultation = ref.parse(item);
    if (!isLive(link, consultation, nowMilliseconds)) throw ended();
    return consultation;
  };
  return { ...ref, parse };
};

type ClientRequest = Pick<OperationRequest, "firmId" | "actor" | "nowMilliseconds">;

type ReadByLink<More extends Refs> = LinkWithConsultation & {
  readonly lead: Lead;
  readonly found: Values<More>;
};

/**
 * Returns the lead of a link. The link ends with the lead's erasure, even before the erasure reaches the link.
 * @throws AppError `invalid_key`
 */
const requireClient = (lead: Lead | null): Lead => {
  if (lead === null || lead.erasure !== undefined) throw invalidKey();
  return lead;
};

/**
 * Reads the link of a request, its lead and its consultation, and more of its records. For a link that has ended, or was
 * revoked since this instance last checked its key, throws the error of an unknown key before any other.
 */
export const readByLink = <More extends Refs>(
  request: ClientRequest,
  refsOf: (link: Link) => More,
): QueryRef<ReadByLink<More>> => ({
  query: async (table) => {
    const link = await readRecord(table, linkRecord(request.firmId, request.actor.id));
    if (link === null) throw invalidKey();
    const consultation = consultationOfLive(request, link, invalidKey);
    const client = survivingLeadRecord(request.firmId, link.leadId);
    const { lead, ...read } = await readRecords(table, { lead: client, consultation, found: refsOf(link) });
    return { link, lead: requireClient(lead), ...read };
  },
});

type LinkRequest = Pick<OperationRequest, "firmId" | "nowMilliseconds"> & {
  readonly params: { readonly id: string; readonly linkId: string };
};

/**
 * Reads a lead and a link of it, or of a lead that was merged into it. Throws `not_found` for another link, or one that
 * has ended.
 */
export const linkOfLead = (request: LinkRequest): QueryRef<{ readonly lead: Lead; readonly link: Link }> => ({
  query: async (table) => {
    const { firmId, params } = request;
    const { lead, link } = await readRecords(table, {
      lead: required("lead", leadRecord(firmId, params.id)),
      link: linkRecord(firmId, params.linkId),
    });
    const leadIds = [lead.id, ...(lead.mergedLeadIds ?? [])];
    if (link === null || !leadIds.includes(link.leadId)) throw notFound("link");
    await readRecord(
      table,
      consultationOfLive(request, link, () => notFound("link")),
    );
    return { lead, link };
  },
});

/** Reads the consultations of links in one batch. `onFault` receives those that cannot be read; their links are omitted. */
export const withConsultations = async (
  table: Table,
  firm: FirmId,
  links: readonly Link[],
  onFault = throwFault,
): Promise<LinkWithConsultation[]> => {
  const refs = links.map((link): RecordRef<LinkWithConsultation | null> => {
    if (link.consultationId === null) return known({ link, consultation: null });
    const { key, parse } = consultationRecord(firm, link.consultationId);
    return ifReadable({ key, parse: (item) => ({ link, consultation: parse(item) }) }, (fault) =>
      onFault(`the consultation of the link ${link.id}`, fault),
    );
  });
  const { listed } = await readRecords(table, { listed: refs });
  return listed.filter((each) => each !== null);
};

/** Reads pages of the links of a lead, and of leads that were merged into it. Omits links that have ended. */
export const linkPage =
  (firm: FirmId, leadIds: readonly string[], nowMilliseconds: number) =>
  async (table: Table, range: PageRange): Promise<Page<LinkWithConsultation>> => {
    const pages = leadIds.map((leadId) =>
      listNewestFirst(
        table,
        { indexName: "byLead", partition: { pk: linkPartition(firm), leadId }, parse: parseLink },
        range,
      ),
    );
    const { records, lastId } = unionOfPages(await Promise.all(pages), range.limit);
    const listed = await withConsultations(table, firm, records);
    const live = listed.filter(({ link, consultation }) => isLive(link, consultation, nowMilliseconds));
    return { records: live, lastId };
  };
