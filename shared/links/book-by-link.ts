import { operation } from "../api/operation.ts";
import { bookSlot } from "../consultations/book-slot.steps.ts";
import { bookConsultationEndpoint } from "../consultations/consultation.contract.ts";
import { CONSULTATION_STATUSES, type Consultation } from "../consultations/consultation.rules.ts";
import { cachedMemberRecord } from "../members/member.store.ts";
import { candidateIds } from "../scheduling/candidates.rules.ts";
import { bookingReadsFromBody } from "../scheduling/read-ahead.store.ts";
import { readPool } from "../scheduling/scheduling-context.store.ts";
import { AppError } from "../schema/app-error.ts";
import type { Reader, RecordRef } from "../table/read-records.ts";
import { ReadAgain } from "../table/retry.ts";
import { bookByLinkEndpoint } from "./by-link.contract.ts";
import {
  ATTORNEY_LEFT,
  clientStartViolations,
  refusalForClient,
  requireAllowed,
  requireReady,
} from "./client-changes.rules.ts";
import { clientConsultation, linkBookingViolations } from "./client-view.rules.ts";
import type { Link } from "./link.rules.ts";
import { bookedByLink, linkRecord } from "./link.store.ts";
import { readByLink } from "./link-reads.store.ts";

/** Returns a link's booking as a body of the firm's own booking. */
const bookingOf = ({ type, attorneyId }: Link) => ({
  type: type ?? "",
  ...(attorneyId !== null && { attorney_id: attorneyId }),
});

/** Books like the firm's own booking, and assigns the consultation to the link in the same commit. */
export const bookByLink = operation(bookByLinkEndpoint, {
  reads: (request) => ({
    byLink: readByLink(request, (link) => ({
      booking: bookingReadsFromBody(request.firmId, {
        ...bookingOf(link),
        start_at: request.json.start_at,
      }),
    })),
  }),

  decide: async ({ byLink: { link, lead, consultation, found } }, request, read) => {
    const { firmId, input, nowMilliseconds } = request;
    const { booking } = found;
    const { settings } = booking;
    if (consultation && isRepeat(link, consultation, input.start_at)) {
      const { attorney } = await read({ attorney: cachedMemberRecord(firmId, consultation.attorneyId) });
      return { answer: clientConsultation(consultation, attorney, settings), replayed: true };
    }
    requireReady(lead, settings);
    const json = bookingOf(link);
    const ids = candidateIds(booking, { json, nowMilliseconds });
    const broken = linkBookingViolations({ link, settings });
    requireAllowed([
      ...broken,
      // A link without a type has no candidates either.
      ...(broken.length === 0 && ids.length === 0 ? [ATTORNEY_LEFT] : []),
      ...clientStartViolations(input.start_at, nowMilliseconds),
    ]);
    const body = bookConsultationEndpoint.body().parse({ ...json, ...input, lead_id: lead.id });
    const attorneys = await readPool(firmId, ids, booking.attorneys, read);
    const { after, attorney, writes } = await bookSlot(
      { ...request, input: body },
      { ...booking, lead, attorneys },
      read,
    ).catch(async (refusal: unknown) => {
      // The slot may belong to a booking that this link has made since the read.
      if (refusal instanceof AppError) await requireUnbooked(read, linkRecord(firmId, link.id));
      throw refusalForClient(refusal);
    });
    return {
      writes: [...writes, ...bookedByLink(firmId, link, after)],
      answer: clientConsultation(after, attorney, settings),
    };
  },
});

/** @throws ReadAgain when the link has booked, or is gone */
const requireUnbooked = async (read: Reader, record: RecordRef<Link | null>) => {
  const { link } = await read({ link: record });
  if (link?.consultationId !== null) throw new ReadAgain();
};

/** Returns whether it repeats the link's own booking. */
const isRepeat = ({ type }: Link, { status, startAt }: Consultation, wantedStart: string) =>
  type !== null && CONSULTATION_STATUSES[status].isOpen && startAt === wantedStart;
