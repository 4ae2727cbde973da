import type { Consultation } from "../../domain/consultations/consultation.ts";
import type { ConsultationTransition } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { type TransactItem, transact } from "../dynamodb/transaction.ts";
import { type Claim, claimPut, type PriorClaim, priorClaim } from "../idempotency-store.ts";
import { consultationKey, memberKey } from "../record-keys.ts";
import { type AttorneyDay, slotWrites } from "../scheduling/attorney-day-store.ts";
import { consultationToItem, parseConsultation } from "./consultation-item.ts";

/** A consultation of this firm, or null. */
export const consultationRecord = (firm: FirmId, id: string): RecordRef<Consultation | null> => ({
  key: consultationKey(firm, id),
  parse: (item) => (item === undefined ? null : parseConsultation(item)),
});

/** What the slot check read; the write requires it unchanged. */
export type SlotPreconditions = { readonly attorney: Member; readonly days: readonly AttorneyDay[] };

type Written = { readonly after: Consultation; readonly changeId: string };
type Booking = Written & { readonly preconditions: SlotPreconditions; readonly claim: Claim | null };
type Transition = Written & {
  readonly before: Consultation;
  readonly transition: ConsultationTransition;
  /** Absent when no slot is taken. */
  readonly preconditions?: SlotPreconditions;
};

/**
 * Writes a consultation and the day items of its slot in one transaction. Returns `conflict`, having written nothing,
 * when anything that the decision read has changed: the caller decides again from fresh reads.
 */
export const consultationStore = (table: Table) => ({
  /** @returns the prior claim when the idempotency key is taken; nothing was written then */
  book: async (
    firm: FirmId,
    { after, changeId, preconditions, claim }: Booking,
  ): Promise<Outcome | PriorClaim> => {
    const outcome = await transact(table, [
      { Put: consultationPut(table, firm, { after, changeId }, "attribute_not_exists(pk)") },
      ...slotWrites(table, firm, { before: null, after, days: preconditions.days }),
      memberCheck(table, firm, preconditions.attorney),
      ...(claim ? [{ Put: claimPut(table, firm, claim, after.id) }] : []),
    ]);
    if (outcome.result === "refused" && claim) {
      return priorClaim(outcome.reasons.at(-1)?.item, claim) ?? "conflict";
    }
    return outcome.result === "done" ? "done" : "conflict";
  },

  /** Requires that the status allows the transition and that the consultation is unchanged since it was read. */
  transition: async (
    firm: FirmId,
    { before, after, changeId, transition, preconditions }: Transition,
  ): Promise<Outcome> => {
    const allowed = Object.fromEntries(transition.from.map((status, index) => [`:from${index}`, status]));
    const outcome = await transact(table, [
      {
        Put: {
          ...consultationPut(table, firm, { after, changeId }, transitionCondition(Object.keys(allowed))),
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ...allowed, ":revision": before.revision },
        },
      },
      ...slotWrites(table, firm, { before, after, days: preconditions?.days ?? [] }),
      ...(preconditions ? [memberCheck(table, firm, preconditions.attorney)] : []),
    ]);
    return outcome.result === "done" ? "done" : "conflict";
  },
});

type Outcome = "done" | "conflict";

const transitionCondition = (from: readonly string[]) =>
  `#status IN (${from.join(", ")}) AND revision = :revision`;

const consultationPut = (table: Table, firm: FirmId, { after, changeId }: Written, condition: string) => ({
  TableName: table.name,
  Item: consultationToItem(firm, after, changeId),
  ConditionExpression: condition,
});

/** Requires the attorney's calendar settings to be those that the slot check read. */
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
