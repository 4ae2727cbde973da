import type { Change } from "../api/change.ts";
import { type Claim, type PriorClaim, transactWithClaim } from "../api/idempotency-store.ts";
import { preconditionWrites, type SlotPreconditions } from "../scheduling/slot-preconditions.store.ts";
import { slotOfConsultation, slotWrites } from "../scheduling/slot-writes.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { consultationKey } from "../table/record-keys.ts";
import { doneOrConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import type { Consultation } from "./consultation.rules.ts";
import { consultationToItem, parseConsultation } from "./consultation-item.store.ts";
import type { ConsultationTransition } from "./consultation-status.rules.ts";

/** A consultation of this firm, or null. */
export const consultationRecord = (firm: FirmId, id: string): RecordRef<Consultation | null> => ({
  key: consultationKey(firm, id),
  parse: nullIfMissing(parseConsultation),
});

type ConsultationWrite = { readonly after: Consultation; readonly change: Change };
type Booking = ConsultationWrite & {
  readonly preconditions: SlotPreconditions;
  readonly claim: Claim | null;
};
type Update = ConsultationWrite & {
  readonly before: Consultation;
  /** Absent when the status stays. */
  readonly transition?: ConsultationTransition;
  /** Absent when the update takes no slot. */
  readonly preconditions?: SlotPreconditions;
};

/**
 * Writes a consultation and the day items of its slot in one transaction. Returns `conflict` and writes nothing when a
 * record that the decision was based on has changed: the caller reads again and retries.
 */
export const consultationStore = (table: Table) => ({
  /** @returns the prior claim, having written nothing, when the idempotency key is taken */
  book: async (
    firm: FirmId,
    { after, change, preconditions, claim }: Booking,
  ): Promise<Outcome | PriorClaim> => {
    const writes = [
      { Put: consultationPut(table, firm, { after, change }, "attribute_not_exists(pk)") },
      ...slotWrites(table, firm, { ...preconditions, released: null, taken: slotOfConsultation(after) }),
      ...preconditionWrites(table, firm, preconditions),
    ];
    return transactWithClaim(table, firm, writes, { claim, recordId: after.id });
  },

  /** Requires a status that allows the transition and a consultation that is unchanged since it was read. */
  update: async (
    firm: FirmId,
    { before, after, change, transition, preconditions }: Update,
  ): Promise<Outcome> => {
    const statuses = transition?.from ?? [before.status];
    const allowedStatuses = Object.fromEntries(statuses.map((status, index) => [`:from${index}`, status]));
    const outcome = await transact(table, [
      {
        Put: {
          ...consultationPut(table, firm, { after, change }, updateCondition(Object.keys(allowedStatuses))),
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ...allowedStatuses, ":revision": before.revision },
        },
      },
      ...slotWrites(table, firm, {
        days: [],
        obsolete: [],
        ...preconditions,
        released: slotOfConsultation(before),
        taken: slotOfConsultation(after),
      }),
      ...(preconditions ? preconditionWrites(table, firm, preconditions) : []),
    ]);
    return doneOrConflict(outcome);
  },
});

type Outcome = "done" | "conflict";

const updateCondition = (statusPlaceholders: readonly string[]) =>
  `#status IN (${statusPlaceholders.join(", ")}) AND revision = :revision`;

const consultationPut = (
  table: Table,
  firm: FirmId,
  { after, change }: ConsultationWrite,
  condition: string,
) => ({
  TableName: table.name,
  Item: consultationToItem(firm, after, change),
  ConditionExpression: condition,
});
