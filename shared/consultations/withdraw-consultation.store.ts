import { operatorChange } from "../api/change.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { consultationKey } from "../table/record-keys.ts";
import { ReadAgain, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { CONSULTATION_STATUSES, withStatus } from "./consultation.rules.ts";
import { consultationRecord, openConsultation, putConsultation, reminderDue } from "./consultation.store.ts";
import { endReminders } from "./reminder.store.ts";

type Request = { readonly firmId: FirmId; readonly id: string; readonly nowMilliseconds: number };

/** Cancels a consultation in the operator's name. Returns false when it is missing or final. */
export const cancelConsultation = (
  table: Table,
  { firmId, id, nowMilliseconds }: Request,
): Promise<boolean> =>
  retryReads(async () => {
    const before = await readRecord(table, consultationRecord(firmId, id));
    if (before === null || !CONSULTATION_STATUSES[before.status].isOpen) return false;
    const change = operatorChange(nowMilliseconds);
    const after = withStatus(before, "canceled", { canceledAt: change.at });
    await commit(table, putConsultation(firmId, { before, after, change }));
    return true;
  });

/**
 * Ends the reminders of a consultation, until its next move. It emits no event.
 * @throws AppError `not_found` when it is missing or final
 */
export const silenceConsultation = (table: Table, { firmId, id }: Request): Promise<void> =>
  retryReads(async () => {
    const { dueAt } = reminderDue(await readRecord(table, openConsultation(firmId, id)));
    if (dueAt === undefined) return;
    const { result } = await updateItem(table, endReminders({ key: consultationKey(firmId, id), dueAt }));
    // Another reminder is due since the read.
    if (result === "refused") throw new ReadAgain();
  });
