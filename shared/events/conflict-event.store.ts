import { type ConflictCheck, resultOf } from "../conflicts/conflict-check.rules.ts";
import { conflictCheckRecord } from "../conflicts/conflict-check.store.ts";
import { openConsultationIds } from "../consultations/counted-consultations.store.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { isConflictEvent } from "../leads/lead-event.rules.ts";
import type { LeadEventType } from "../leads/lead-events.contract.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type QueryRef, type RecordRef, type Values } from "../table/read-records.ts";
import { ifReadable, reportFault } from "../table/record-fault.ts";
import type { EventResource } from "./event.contract.ts";

/** What the events of a lead's state in the conflict gate have beside it. */
export type ConflictReads = {
  /** The check on which the state stands; of a check's own event that one. */
  readonly check: RecordRef<ConflictCheck | null>;
  readonly openConsultationIds: QueryRef<readonly string[]>;
};

export const NO_CONFLICT_READS: ConflictReads = {
  check: NO_RECORD,
  openConsultationIds: { query: async () => [] },
};

/** Returns the reads for the events of a change. An unreadable check is null: no event may stop those of others. */
export const conflictReads = (
  firm: FirmId,
  { id, conflict }: Lead,
  types: readonly LeadEventType[],
): ConflictReads => {
  const type = types.find(isConflictEvent);
  if (type === undefined || conflict === undefined) return NO_CONFLICT_READS;
  const checkId = type === "lead.conflict_checked" ? conflict.newestCheckId : conflict.checkId;
  const report = (fault: unknown) => reportFault({ walk: "events", recordId: checkId }, fault);
  return {
    check: ifReadable(conflictCheckRecord(firm, id, checkId), report),
    openConsultationIds: openConsultationIds(firm, id),
  };
};

/** Returns the fields beside `data`: of the check no name. */
export const conflictBeside = ({
  check,
  openConsultationIds,
}: Values<ConflictReads>): Pick<EventResource, "check" | "consultation_ids"> => ({
  check: check && { id: check.id, result: resultOf(check), matches: check.matches.length },
  consultation_ids: [...openConsultationIds],
});
