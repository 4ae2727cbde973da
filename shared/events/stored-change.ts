import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import * as z from "zod/mini";
import { consultationEventType, consultationResource } from "../domain/consultations/consultation.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";
import { leadEventTypes, leadResource } from "../domain/leads/lead.ts";
import { parseConsultation } from "../storage/consultations/consultation-item.ts";
import type { Item } from "../storage/dynamodb/item.ts";
import { readRecord } from "../storage/dynamodb/read-records.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { settingsRecord } from "../storage/firm/firm-store.ts";
import { parseLead } from "../storage/leads/lead-item.ts";
import { type EventSourceKind, parseEventSourceKey } from "../storage/record-keys.ts";
import { type ChangeEvent, changeEvents } from "./change-event.ts";

const changedItem = z.object({ pk: z.string(), sk: z.string(), changeId: z.string() });
const previousItem = z.object({ changeId: z.optional(z.string()) });

/** The events of one record of the table's stream; null for a write that emits no events. */
export const eventsOfRecord = async (
  table: Table,
  { dynamodb }: DynamoDBRecord,
): Promise<{ firmId: FirmId; events: ChangeEvent[] } | null> => {
  const [before, after] = [imageItem(dynamodb?.OldImage), imageItem(dynamodb?.NewImage)];
  const { success, data: changed } = changedItem.safeParse(after);
  if (after === null || !success || changed.changeId === previousChangeId(before)) return null;
  const source = parseEventSourceKey(changed);
  if (source === null) throw new Error("A record that emits no events carries a changeId.");
  const { firmId, kind } = source;
  const change = await CHANGES[kind]({ table, firm: firmId, before, after });
  return { firmId, events: changeEvents({ changeId: changed.changeId, ...change }) };
};

type ResourceChange = Omit<Parameters<typeof changeEvents>[0], "changeId">;

type Images = {
  readonly table: Table;
  readonly firm: FirmId;
  readonly before: Item | null;
  readonly after: Item;
};

const leadChange = async ({ table, firm, before, after }: Images): Promise<ResourceChange> => {
  const settings = await readRecord(table, settingsRecord(firm));
  const [lead, previous] = [parseLead(after), before && parseLead(before)];
  return {
    types: leadEventTypes(previous, lead),
    sequence: lead.revision,
    before: previous && leadResource(previous, settings),
    after: leadResource(lead, settings),
  };
};

const consultationChange = async ({ before, after }: Images): Promise<ResourceChange> => {
  const [consultation, previous] = [parseConsultation(after), before && parseConsultation(before)];
  return {
    types: [consultationEventType(consultation)],
    sequence: consultation.revision,
    before: previous && consultationResource(previous),
    after: consultationResource(consultation),
  };
};

/** For each kind of record that emits events. */
const CHANGES: Record<EventSourceKind, (images: Images) => Promise<ResourceChange>> = {
  LEAD: leadChange,
  CONSULTATION: consultationChange,
};

// The SDK and aws-lambda declare different types for the same attribute values.
const imageItem = (image: unknown): Item | null =>
  image === undefined ? null : unmarshall(image as Parameters<typeof unmarshall>[0]);

const previousChangeId = (before: Item | null) => previousItem.parse(before ?? {}).changeId;
