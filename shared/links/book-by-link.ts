import { AppError } from "../api/app-error.ts";
import { operation, readMore, type Step } from "../api/operation.ts";
import type { Violation } from "../api/schema/violations.ts";
import { bookSlot } from "../consultations/book-slot.steps.ts";
import { CONSULTATION_STATUSES, type Consultation } from "../consultations/consultation.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { survivingLeadRecord } from "../leads/merged-leads.store.ts";
import { cachedMemberRecord } from "../members/member.store.ts";
import { attorneyCandidates } from "../scheduling/candidates.rules.ts";
import { bookingReadsFromBody } from "../scheduling/scheduling-context.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { RecordRef } from "../table/read-records.ts";
import { bookByLinkEndpoint } from "./by-link.contract.ts";
import { brokenByLink, clientConsultation, requireClient } from "./client-view.rules.ts";
import type { Link } from "./link.rules.ts";
import { bookedByLink, consultationOfLink, linkRecord, readByLink } from "./link.store.ts";
import { brokenByStart, requireAllowed } from "./self-service.rules.ts";

/** The booking that a link stands for, as a body of the firm's own booking would have it. */
const bookingOf = ({ type, attorneyId }: Link) => ({
  type: type ?? "",
  ...(attorneyId !== null && { attorney_id: attorneyId }),
});

/** Books as the firm's own booking does, and gives the link its consultation in the same commit. */
export const bookByLink = operation(bookByLinkEndpoint, {
  reads: (request) => ({
    byLink: readByLink(request, (link) => ({
      lead: survivingLeadRecord(request.firmId, link.leadId),
      consultation: consultationOfLink(request.firmId, link),
      booking: bookingReadsFromBody(request.firmId, {
        ...bookingOf(link),
        start_at: request.json.start_at,
      }),
    })),
  }),

  decide: ({ byLink: { link, found } }, request) => {
    const { firmId, input, nowMilliseconds } = request;
    const { consultation, booking } = found;
    const { settings } = booking;
    const { id: leadId } = requireClient(found.lead);
    if (consultation && isRepeat(link, consultation, input.start_at))
      return answerRepeat(firmId, consultation, settings);
    const json = bookingOf(link);
    const attorneys = attorneyCandidates(booking, { json, nowMilliseconds });
    requireAllowed([
      ...brokenByLink({ link, settings }),
      ...(attorneys.length === 0 ? [NOBODY] : []),
      ...brokenByStart(input.start_at, nowMilliseconds),
    ]);
    const body = { ...json, ...input, lead_id: leadId, paid: false, data: {}, ignore_booking_rules: false };
    const step = bookSlot({ ...request, input: body }, { ...booking, attorneys }, (booked) => ({
      writes: [...booked.writes, ...bookedByLink(firmId, link, booked.after)],
      answer: clientConsultation(booked.after, booked.attorney, settings),
    }));
    return unlessBooked(step, linkRecord(firmId, link.id));
  },

  counts: { metric: "Bookings", success: "booked" },
});

/** A slot may be refused because of the booking that this very link has made since it was read: that is decided again. */
const unlessBooked = (step: Step, record: RecordRef<Link | null>): Step => {
  if (step === "conflict" || !("more" in step)) return step;
  return {
    more: async (read) => {
      try {
        return unlessBooked(await step.more(read), record);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { link } = await read({ link: record });
        if (link?.consultationId === null) throw error;
        return "conflict";
      }
    },
  };
};

/** Whether it repeats the booking that the link has made. */
const isRepeat = ({ type }: Link, { status, startAt }: Consultation, wantedStart: string) =>
  type !== null && CONSULTATION_STATUSES[status].isOpen && startAt === wantedStart;

const answerRepeat = (firmId: FirmId, consultation: Consultation, settings: FirmSettings): Step =>
  readMore({ attorney: cachedMemberRecord(firmId, consultation.attorneyId) }, ({ attorney }) => ({
    answer: clientConsultation(consultation, attorney, settings),
    replayed: true,
  }));

const NOBODY: Violation = { field: "attorney", message: "can no longer be booked" };
