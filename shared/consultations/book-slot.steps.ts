import type { Change } from "../api/change.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { deadlineEnding } from "../leads/lead.store.ts";
import type { Member } from "../members/member.rules.ts";
import type { AttorneyDay } from "../scheduling/attorney-day.rules.ts";
import { checkAppointment } from "../scheduling/check-appointment.steps.ts";
import type { StoredHold } from "../scheduling/hold.rules.ts";
import { defaultsOf, wantedMinutes } from "../settings/consultation-type.rules.ts";
import { dataChange } from "../settings/custom-data.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader } from "../table/read-records.ts";
import type { NewConsultation } from "./consultation.contract.ts";
import { type Consultation, currencyOf } from "./consultation.rules.ts";
import { putConsultation } from "./consultation.store.ts";
import { consultationFields } from "./consultation-fields.contract.ts";
import { withReminders } from "./reminder.rules.ts";

/** A valid request to book, from any caller. */
type Booking = {
  readonly firmId: FirmId;
  readonly input: NewConsultation;
  readonly newId: string;
  readonly nowMilliseconds: number;
  readonly change: Change;
};

type Records = {
  /** The lead that the consultation is for; null if it is invalid. */
  readonly lead: Lead | null;
  readonly settings: FirmSettings;
  /** Candidates for the slot. */
  readonly attorneys: readonly Member[];
  readonly days: readonly AttorneyDay[];
  readonly hold?: StoredHold | null;
};

type Booked = {
  readonly after: Consultation;
  readonly attorney: Member;
  readonly writes: readonly Write[];
};

/** Books a free slot, in one write that requires the records of its check unchanged. It ends the deadline of its lead. */
export const bookSlot = async (
  { firmId, input, newId, nowMilliseconds, change }: Booking,
  { lead, settings, attorneys, days, hold = null }: Records,
  read: Reader,
): Promise<Booked> => {
  const slot = { startAt: input.start_at, durationMinutes: wantedMinutes(settings, input) };
  const preconditions = await checkAppointment(
    {
      firmId,
      slot,
      context: { settings, attorneys, days },
      nowMilliseconds,
      lead,
      ignoresBookingRules: input.ignore_booking_rules,
      ignoresBusyTimes: input.ignore_busy,
      hold,
      seed: newId,
    },
    read,
  );
  const { attorney } = preconditions;
  const booked = { ...bookedFields(input, { attorney, settings }), id: newId, ...slot };
  const after = withReminders(null, booked, { settings, nowMilliseconds });
  const ending = lead ? deadlineEnding(firmId, lead, change) : [];
  // A transaction writes an item once, and that write requires the lead as it was judged.
  const required = ending.length > 0 ? { ...preconditions, clearance: [] } : preconditions;
  return {
    after,
    attorney,
    writes: [...putConsultation(firmId, { before: null, after, change, preconditions: required }), ...ending],
  };
};

type BookedWith = { readonly attorney: Member; readonly settings: FirmSettings };

const bookedFields = (body: NewConsultation, { attorney, settings }: BookedWith) => {
  const defaults = defaultsOf(settings, body.type);
  const { amount = defaults.amount, location = defaults.location } = body;
  return {
    ...consultationFields.initial,
    ...consultationFields.newFields(body),
    attorneyId: attorney.id,
    timeZone: body.time_zone ?? attorney.timeZone,
    amount,
    currency: currencyOf(amount, settings),
    location,
    data: dataChange(body.data, settings.consultationFields).set,
  };
};
