import * as z from "zod";
import { toBatches } from "../../../shared/runtime/collections.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { parseEventSourceKey } from "../../../shared/table/parse-record-keys.ts";
import { type RecordRef, readRecord } from "../../../shared/table/read-records.ts";
import { leadKey } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { type Deployment, tableOf } from "../deployment.ts";
import { type LetterEntry, REPLAYED, type ReplayOutcome } from "./dead-letter.ts";
import { invoker } from "./invoke.ts";

const text = z.object({ S: z.string() });

const image = z.looseObject({
  changeId: text.optional(),
  leadId: text.optional(),
  archivedLeadId: text.optional(),
  erasure: z.unknown().optional(),
});

/** A record of the table's stream, with all its other properties. */
const streamRecord = z.looseObject({
  dynamodb: z.looseObject({
    Keys: z.object({ pk: text, sk: text }),
    /** Absent if the record was too large to keep. */
    NewImage: image.optional(),
    SequenceNumber: z.string().default(""),
  }),
});

type StreamRecord = z.output<typeof streamRecord>;

export const changeEntry = ({ dynamodb }: StreamRecord): LetterEntry => {
  const { Keys, NewImage, SequenceNumber } = dynamodb;
  const source = parseEventSourceKey({ pk: Keys.pk.S, sk: Keys.sk.S });
  return {
    firmId: source?.firmId ?? null,
    leadId: source?.kind === "LEAD" ? Keys.sk.S : leadOfConsultation(NewImage),
    subjectId: NewImage?.changeId?.S ?? SequenceNumber,
    eventType: null,
  };
};

const leadOfConsultation = (consultation: z.output<typeof image> | undefined) =>
  (consultation?.leadId ?? consultation?.archivedLeadId)?.S ?? null;

/**
 * Leaves out changes from before the erasure of their lead. Later ones, and the erasure itself, carry its mark and no
 * personal data. A missing lead was erased with its firm.
 */
const withoutErased = async (table: Table, records: readonly StreamRecord[]): Promise<StreamRecord[]> => {
  const kept: StreamRecord[] = [];
  for (const record of records) {
    const { firmId, leadId } = changeEntry(record);
    const isMarked = record.dynamodb.NewImage?.erasure !== undefined;
    if (isMarked || !firmId || !leadId || !(await isErased(table, firmId, leadId))) kept.push(record);
  }
  return kept;
};

const isErased = (table: Table, firmId: FirmId, leadId: string) => {
  const lead: RecordRef<boolean> = {
    key: leadKey(firmId, leadId),
    // Parses only the mark, because the lead itself may be malformed.
    parse: (item) => item === undefined || item.erasure !== undefined,
  };
  return readRecord(table, lead);
};

/** Lambda accepts 6 MB in a synchronous invocation; this leaves room for the JSON around the records. */
const INVOCATION_LIMITS = {
  entriesMaximum: 100,
  bytesMaximum: 6 * 1024 * 1024 - 1_024,
  bytesOf: (record: StreamRecord) => Buffer.byteLength(JSON.stringify(record)) + 1,
};

const refused = (note: string): ReplayOutcome => ({ result: "refused", note });

const KEYS_ONLY = refused("the record was too large, only its keys are kept: see the runbook, and drop it");
const ERASED = refused("it holds an erased lead: drop it");

/**
 * Publishes records in order, with the same event ids each time. Never publishes those of a lead that was erased since.
 */
export const publisher = (deployment: Deployment) => {
  const invoke = invoker(deployment, "EventsPublishEvents");
  const table = tableOf(deployment);
  const publishAll = async (records: readonly StreamRecord[]): Promise<ReplayOutcome> => {
    for (const Records of toBatches(records, INVOCATION_LIMITS)) {
      const outcome = await invoke({ Records });
      if (outcome.result !== "replayed") return outcome;
    }
    return REPLAYED;
  };
  return async (records: readonly StreamRecord[]): Promise<ReplayOutcome> => {
    if (records.some(({ dynamodb }) => dynamodb.NewImage === undefined)) return KEYS_ONLY;
    const publishable = await withoutErased(table, records);
    if (publishable.length === 0) return ERASED;
    const outcome = await publishAll(publishable);
    return { ...outcome, note: outcome.note ?? noteOf(records.length - publishable.length) };
  };
};

const noteOf = (erased: number) => (erased === 0 ? null : `without ${erased} changes of erased leads`);

/** A change that could not be published, with the stack below its reason. */
export const unpublishable = z
  .object({ reason: z.string(), record: streamRecord })
  .transform(({ reason, record }) => ({ records: [record], reason: reason.split("\n")[0] ?? "" }));

const payload = z.object({ Records: z.array(streamRecord).min(1) });

/** A batch of changes whose retries all failed. */
export const discardedBatch = z
  .object({
    requestContext: z.object({ condition: z.string() }),
    payload: z.union([payload, z.string().transform((text) => payload.parse(JSON.parse(text)))]),
  })
  .transform(({ requestContext, payload: { Records } }) => ({
    records: Records,
    reason: requestContext.condition,
  }));
