import type { Change } from "../api/change.ts";
import { preconditionWrites, type SlotPreconditions } from "../scheduling/slot-preconditions.store.ts";
import { slotOfConsultation, slotWrites } from "../scheduling/slot-writes.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { consultationKey } from "../table/record-keys.ts";
import type { Write } from "../table/write.ts";
import type { Consultation } from "./consultation.rules.ts";
import { consultationToItem, parseConsultation } from "./consultation-item.store.ts";

/** A consultation of this firm, or null. */
export const consultationRecord = (firm: FirmId, id: string): RecordRef<Consultation | null> => ({
  key: consultationKey(firm, id),
  parse: nullIfMissing(parseConsultation),
});

type ConsultationChange = {
  /** The consultation as it was read; null for a new one. */
  readonly before: Consultation | null;
  readonly after: Consultation;
  readonly change: Change;
  /** What the check of the slot that it takes has read; absent when it takes none. */
  readonly preconditions?: SlotPreconditions;
};

const NOTHING_CHECKED = { days: [], obsolete: [] };

/**
 * Writes a consultation and the days of its slot, and requires unchanged what the decision was based on: the consultation
 * and, when it takes a slot, the preconditions.
 */
export const putConsultation = (
  firm: FirmId,
  { before, after, change, preconditions }: ConsultationChange,
): Write[] => [
  consultationWrite(consultationToItem(firm, after, change), before),
  ...slotWrites(firm, {
    ...(preconditions ?? NOTHING_CHECKED),
    released: before && slotOfConsultation(before),
    taken: slotOfConsultation(after),
  }),
  ...(preconditions ? preconditionWrites(firm, preconditions) : []),
];

/** The revision tells every stored state apart, so it stands for the status that allows a transition. */
const consultationWrite = (
  Item: ReturnType<typeof consultationToItem>,
  before: Consultation | null,
): Write =>
  before === null
    ? { New: Item }
    : {
        Put: {
          Item,
          ConditionExpression: "revision = :before",
          ExpressionAttributeValues: { ":before": before.revision },
        },
      };
