import { operation } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { withStatus } from "../consultations/consultation.rules.ts";
import { openConsultation, putConsultation } from "../consultations/consultation.store.ts";
import { moveConsultation } from "../consultations/move-consultation.steps.ts";
import { isBookable } from "../members/member.rules.ts";
import { cachedMemberRecord } from "../members/member.store.ts";
import { moveReadsFromBody } from "../scheduling/read-ahead.store.ts";
import { notFound } from "../schema/app-error.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { uncached } from "../table/read-records.ts";
import { cachedIf } from "../table/record-cache.ts";
import { appointmentVersion } from "./appointment-version.rules.ts";
import { updateByLinkEndpoint } from "./by-link.contract.ts";
import {
  ATTORNEY_LEFT,
  clientChangeViolations,
  clientStartViolations,
  refusalForClient,
  requireAllowed,
  requireReady,
} from "./client-changes.rules.ts";
import { clientConsultation } from "./client-view.rules.ts";
import type { Link } from "./link.rules.ts";
import { movedByLink } from "./link.store.ts";
import { readByLink } from "./link-reads.store.ts";

/** Moves or cancels like the firm's own call, within the limits of clients. The same start again changes nothing. */
export const updateByLink = operation(updateByLinkEndpoint, {
  reads: (request) => ({
    byLink: readByLink(request, (link) => ({
      before: openConsultationOf(request.firmId, link),
      // A cancellation is final, so the rules that allow it come from the table, even if they have just changed.
      settings: uncached(settingsRecord(request.firmId)),
      guessed: moveReadsFromBody(request.firmId, { start_at: request.json.start_at }),
    })),
  }),

  decide: async ({ byLink: { link, lead, found } }, request, read) => {
    const { firmId, input, expectedVersions, nowMilliseconds, change } = request;
    const { before, settings, guessed } = found;
    const { start_at: startAt } = input;
    const kind = startAt === undefined ? "cancel" : "reschedule";
    // Only the table can justify a refusal: a cached attorney may be one who can be booked again since.
    const { attorney } = await read({
      attorney: cachedIf(cachedMemberRecord(firmId, before.attorneyId), isBookable),
    });
    const answerOf = (consultation: typeof before) => clientConsultation(consultation, attorney, settings);
    // Also with an old version: the repeat of a move whose answer was lost has nothing left to do (RFC 9110 §13.1.1).
    if (startAt === before.startAt) return { answer: answerOf(before) };
    if (startAt !== undefined) requireReady(lead, settings);
    requireVersion("consultation", { version: appointmentVersion(before) }, expectedVersions);
    const broken = clientChangeViolations(kind, settings.selfService, before, nowMilliseconds);
    if (startAt === undefined) {
      requireAllowed(broken);
      const after = withStatus(before, "canceled", { canceledAt: change.at });
      return { writes: putConsultation(firmId, { before, after, change }), answer: answerOf(after) };
    }
    requireAllowed([
      ...broken,
      ...(isBookable(attorney) ? [] : [ATTORNEY_LEFT]),
      ...clientStartViolations(startAt, nowMilliseconds),
    ]);
    const moved = {
      ...withStatus(before, "rescheduled", { startAt }),
      clientMoves: (before.clientMoves ?? 0) + 1,
    };
    const move = { ...request, before, moved, lead };
    const { after, writes } = await moveConsultation(move, guessed, read).catch((refusal: unknown) => {
      throw refusalForClient(refusal);
    });
    return { writes: [...writes, ...movedByLink(firmId, link, after)], answer: answerOf(after) };
  },
});

const openConsultationOf = (firm: FirmId, { consultationId }: Link) => {
  if (consultationId === null) throw notFound("consultation: the link has not booked one");
  return openConsultation(firm, consultationId);
};
