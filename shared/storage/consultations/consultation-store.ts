import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Consultation } from "../../domain/consultations/consultation.ts";
import type { ConsultationTransition } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { retryOnConflict, transact } from "../dynamodb/transaction.ts";
import { type Claim, claimPut, type PriorClaim, priorClaim } from "../idempotency-store.ts";
import { consultationKey, memberKey } from "../record-keys.ts";
import { type AttorneyDay, slotWrites } from "../scheduling/attorney-day-store.ts";
import { consultationToItem, parseConsultation } from "./consultation-item.ts";

/** A consultation of this firm, or null. */
export const consultationRecord = (firm: FirmId, id: string): RecordRef<Consultation | null> => ({
  key: consultationKey(firm, id),
  parse: (item) => (item === undefined ? null : parseConsultation(item)),
});

/** What a slot was found free by, and what must still be so when it is taken. */
export type SlotPreconditions = { readonly attorney: Member; readonly days: readonly AttorneyDay[] };

type Written = { readonly after: Consultation; readonly changeId: string };
type Booking = Written & { readonly preconditions: SlotPreconditions; readonly claim: Claim | null };
type Move = Written & {
  readonly before: Consultation;
  readonly move: ConsultationTransition;
  /** Absent where no slot is taken. */
  readonly preconditions?: SlotPreconditions;
};

/**
 * A consultation and the days that its slot is held on are one write. `conflict` when anything it was decided by has
 * changed since: nothing is written then, and it is to be decided again from fresh reads.
 */
export const consultationStore = (table: Table) => ({
  /** @returns also the prior claim of the same idempotency key: then nothing was written */
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

  /** Its status must still allow the move, and nobody else have changed it. */
  move: async (firm: FirmId, { before, after, changeId, move, preconditions }: Move): Promise<Outcome> => {
    const allowed = Object.fromEntries(move.from.map((status, index) => [`:from${index}`, status]));
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

/**
 * Decides again, from fresh reads, as long as others keep coming first. Every booking of an attorney's day competes
 * for its item: of 50 at once, at 60 ms a call, one was seen to need 15 tries.
 * @throws AppError `unavailable`
 */
export const retryOnConflict = <Value>(attempt: () => Promise<Value | "conflict">): Promise<Value> =>
  retryOnConflict(attempt, 24);

type Outcome = "done" | "conflict";

const transitionCondition = (from: readonly string[]) =>
  `#status IN (${from.join(", ")}) AND revision = :revision`;

const consultationPut = (table: Table, firm: FirmId, { after, changeId }: Written, condition: string) => ({
  TableName: table.name,
  Item: consultationToItem(firm, after, changeId),
  ConditionExpression: condition,
});

/** Office hours, time off, holidays and whether the attorney can be booked at all are as they were judged by. */
const memberCheck = (
  table: Table,
  firm: FirmId,
  { id, version, minSettingsVersion }: Member,
): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: memberKey(firm, id),
    ConditionExpression: "version = :version AND minSettingsVersion = :fence",
    ExpressionAttributeValues: { ":version": version, ":fence": minSettingsVersion },
  },
});

type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
