import { textsIn } from "../schema/json-text.ts";
import { storedJson } from "../sources/admission.rules.ts";
import { externalIdIn } from "../sources/inbound-lead.rules.ts";
import { eraseInboundTraces, findInboundTraces, type TracedLeads } from "../sources/inbound-traces.store.ts";
import type { Source } from "../sources/source.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { OnFault } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import { type ContactSearch, type Contacts, contactSearch, some, textsOfBytes } from "./contacts.rules.ts";

type InboundErasure = {
  readonly table: Table;
  readonly firmId: FirmId;
  readonly leadIds: readonly string[];
  readonly sources: readonly Source[];
  /** The person's contacts, with former ones. */
  readonly contacts: Contacts;
  readonly dryRun: boolean;
  readonly onFault: OnFault;
};

/** Erases the leads' data in the firm's sources, and deliveries without a lead that are about the same person. */
export const eraseInbound = async (erasure: InboundErasure) => {
  const { table, firmId, leadIds, sources, contacts, dryRun, onFault } = erasure;
  const search = contactSearch(contacts);
  const counts = { inbound_deliveries: 0, deduplication_records: 0 };
  for (const source of sources) {
    const readBody = bodyReader(source, search);
    const traces = await findInboundTraces(table, firmId, source.id, { leadIds, readBody, onFault });
    if (!dryRun) await eraseInboundTraces(table, firmId, source.id, { ...traces, onFault });
    counts.inbound_deliveries += traces.deliveryIds.length;
    counts.deduplication_records += traces.deduplicationKeys.length;
  }
  return counts;
};

/** Decodes a body like ingestion, so that an address is found in any encoding, and a number in any notation. */
const bodyReader =
  (source: Source, search: ContactSearch): TracedLeads["readBody"] =>
  async (received) => {
    const json = storedJson(received, source);
    const texts = textsOfBytes(received.body);
    const mentionsPerson =
      json === undefined
        ? await some(texts, search.mayMention)
        : // The files of a form are only in the bytes.
          await some([...textsIn(json), ...texts], search.mentions);
    return { mentionsPerson, externalId: externalIdIn(json, source) };
  };
