import * as z from "zod";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { parseEventSourceKey } from "../../../shared/table/parse-record-keys.ts";
import { type RecordRef, readRecord } from "../../../shared/table/read-records.ts";
import { leadKey } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import type { LetterEntry } from "./dead-letter.ts";

const text = z.object({ S: z.string() });

const image = z.looseObject({
  changeId: text.optional(),
  leadId: text.optional(),
  archivedLeadId: text.optional(),
  erasure: z.unknown().optional(),
});

/** A record of the table's stream, with everything else that it has. */
export const streamRecord = z.looseObject({
  dynamodb: z.looseObject({
    Keys: z.object({ pk: text, sk: text }),
    /** Absent when the record was too large to keep. */
    NewImage: image.optional(),
    SequenceNumber: z.string().default(""),
  }),
});

export type StreamRecord = z.output<typeof streamRecord>;

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
 * personal data. A lead that is missing was erased with its firm.
 */
export const withoutErased = async (
  table: Table,
  records: readonly StreamRecord[],
): Promise<StreamRecord[]> => {
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
    // Not the whole lead, which may be what is malformed.
    parse: (item) => item === undefined || item.erasure !== undefined,
  };
  return readRecord(table, lead);
};
