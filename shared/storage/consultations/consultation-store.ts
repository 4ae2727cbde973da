import type { Consultation } from "../../domain/consultations/consultation.ts";
import type { ConsultationTransition } from "../../domain/consultations/consultation-status.ts";
import type { Change } from "../../domain/events/change.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import { nullIfMissing, type RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { type TransactItem, transact } from "../dynamodb/transaction.ts";
import { type Claim, claimPut, type PriorClaim, parsePriorClaim } from "../idempotency-store.ts";
import { consultationKey, memberKey } from "../record-keys.ts";
import type { AttorneyDay } from "../scheduling/attorney-day-store.ts";
import { heldSlot, slotWrites } from "../scheduling/slot-writes.ts";
import { consultationToItem, parseConsultation } from "./consultation-item.ts";

/** A consultation of this firm, or null. */
export const consultationRecord = (firm: FirmId, id: string): RecordRef<Consultation | null> => ({
  key: consultationKey(firm, id),
  parse: nullIfMissing(parseConsultation),
});

/** What the slot check read; the write requires it unchanged. */
export type SlotPreconditions = { readonly attorney: Member; readonly days: readonly AttorneyDay[] };

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
    const outcome = await transact(table, [
      { Put: consultationPut(table, firm, { after, change }, "attribute_not_exists(pk)") },
      ...slotWrites(table, firm, { released: [], taken: heldSlot(after), days: preconditions.days }),
      memberCheck(table, firm, preconditions.attorney),
      ...(claim ? [{ Put: claimPut(table, firm, claim, after.id) }] : []),
    ]);
    if (outcome.result === "refused" && claim) {
      return parsePriorClaim(outcome.reasons.at(-1)?.item, claim) ?? "conflict";
    }
    return outcome.result === "done" ? "done" : "conflict";
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
        released: [heldSlot(before)].filter((slot) => slot !== null),
        taken: heldSlot(after),
        days: preconditions?.days ?? [],
      }),
      ...(preconditions ? [memberCheck(table, firm, preconditions.attorney)] : []),
    ]);
    return outcome.result === "done" ? "done" : "conflict";
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

/** Requires the attorney's settings to be unchanged since the slot check read them. */
const memberCheck = (
  table: Table,
  firm: FirmId,
  { id, version, minSettingsVersion }: Member,
): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: memberKey(firm, id),
    ConditionExpression: "version = :version AND minSettingsVersion = :minimum",
    ExpressionAttributeValues: { ":version": version, ":minimum": minSettingsVersion },
  },
});
