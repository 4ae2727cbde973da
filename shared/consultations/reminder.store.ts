import { type Change, changeAttributes } from "../api/change.ts";
import { DUE_ATTRIBUTES, type DueKey } from "../table/due-index.ts";
import { setFields, updateExpressions } from "../table/update-item.ts";
import type { Consultation } from "./consultation.rules.ts";
import { reminderDue } from "./consultation.store.ts";
import { withoutNextReminder } from "./reminder.rules.ts";

/**
 * Emits the next reminder, and makes the one after it due. Requires the consultation and its reminder as they were
 * read: so the event describes this one change, even if the consultation changes again meanwhile.
 */
export const emitReminder = (consultation: Consultation, { key, dueAt }: DueKey, change: Change) => {
  const after = withoutNextReminder(consultation);
  const { reminderMinutes } = after;
  return {
    Key: key,
    ...updateExpressions({
      set: setFields({
        ...(reminderMinutes && { reminderMinutes, ...reminderDue(after) }),
        ...changeAttributes(consultation, change),
      }),
      removed: reminderMinutes ? [] : REMINDER_ATTRIBUTES,
      incremented: [["revision"]],
      when: { revision: consultation.revision, dueAt },
    }),
  };
};

/** Ends the reminders of a consultation that has begun. Callers see no change, so it emits no event. */
export const endReminders = ({ key, dueAt }: DueKey) => ({
  Key: key,
  UpdateExpression: `REMOVE ${REMINDER_ATTRIBUTES.flat().join(", ")}`,
  ConditionExpression: "dueAt = :dueAt",
  ExpressionAttributeValues: { ":dueAt": dueAt },
});

const REMINDER_ATTRIBUTES = [["reminderMinutes"], ...DUE_ATTRIBUTES];
