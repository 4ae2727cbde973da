import type { Change } from "../api/change.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { checkAppointment } from "../scheduling/check-appointment.steps.ts";
import type { StoredHold } from "../scheduling/hold.rules.ts";
import { rememberAttorney, schedulingReads } from "../scheduling/read-ahead.store.ts";
import type { SchedulingContext } from "../scheduling/scheduling-context.store.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader } from "../table/read-records.ts";
import type { Consultation } from "./consultation.rules.ts";
import { putConsultation, slotOfConsultation } from "./consultation.store.ts";
import { withReminders } from "./reminder.rules.ts";

/** A valid move, from any caller. */
type Move = {
  readonly firmId: FirmId;
  readonly before: Consultation;
  readonly moved: Consultation;
  readonly nowMilliseconds: number;
  readonly change: Change;
  /** The lead, if it moves the consultation itself. */
  readonly lead?: Lead;
  readonly ignoresBookingRules?: boolean;
  readonly ignoresBusyTimes?: boolean;
  readonly hold?: StoredHold | null;
};

type Guessed = SchedulingContext & { readonly settings: FirmSettings };

type Moved = { readonly after: Consultation; readonly writes: readonly Write[] };

/** Moves a consultation to a free slot, in one write that requires the records of its check unchanged. */
export const moveConsultation = async (
  { before, moved, change, lead, hold = null, ...move }: Move,
  guessed: Guessed,
  read: Reader,
): Promise<Moved> => {
  const { firmId, nowMilliseconds, ignoresBookingRules = false, ignoresBusyTimes = false } = move;
  rememberAttorney(firmId, before.attorneyId);
  const isRead = guessed.attorneys.some((attorney) => attorney?.id === moved.attorneyId);
  const context = isRead ? guessed : await read(schedulingReads(firmId, moved.attorneyId, moved));
  const after = withReminders(before, moved, { settings: context.settings, nowMilliseconds });
  const current = slotOfConsultation(before);
  const preconditions = await checkAppointment(
    {
      ...{ firmId, slot: after, context, nowMilliseconds, hold, current },
      ...{ ignoresBookingRules, ignoresBusyTimes },
      ...(lead && { lead }),
    },
    read,
  );
  return { after, writes: putConsultation(firmId, { before, after, change, preconditions }) };
};
