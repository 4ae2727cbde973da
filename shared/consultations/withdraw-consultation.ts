import { operatorChange } from "../api/change.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { consultationKey } from "../table/record-keys.ts";
import { ReadAgain, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { withStatus } from "./consultation.rules.ts";
import { openConsultation, putConsultation, reminderDue } from "./consultation.store.ts";
import { endReminders } from "./reminder.store.ts";

type Request = { readonly firmId: FirmId; readonly id: string; readonly nowMilliseconds: number };

/**
 * Cancels a consultation in the operator's name.
 * @throws AppError `not_found` when it is missing or final
 */
export const cancelConsultation = (table: Table, { firmId, id, nowMilliseconds }: Request) =>
  retryReads(async () => {
    const before = await readRecord(table, openConsultation(firmId, id));
    const change = operatorChange(nowMilliseconds);
    const after = withStatus(before, "canceled", { canceledAt: change.at });
    await commit(table, putConsultation(firmId, { before, after, change }));
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
