import { millisecondsInSecond } from "date-fns/constants";
import { operation } from "../api/operation.ts";
import { leadViolations, requireUnmerged } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { invalidRequest } from "../schema/app-error.ts";
import type { Violation } from "../schema/violations.ts";
import { wantedMinutes } from "../settings/consultation-type.rules.ts";
import { recordFromBody } from "../table/read-records.ts";
import { bookingViolations, candidateIds } from "./candidates.rules.ts";
import { checkAppointment } from "./check-appointment.steps.ts";
import { createHoldEndpoint } from "./hold.contract.ts";
import { holdResource, liveHold } from "./hold.rules.ts";
import { holdRecord } from "./hold.store.ts";
import { bookingReadsFromBody } from "./read-ahead.store.ts";
import { holdCountsFromBody, readPool } from "./scheduling-context.store.ts";
import { putHold } from "./slot-writes.store.ts";

/** Holds a slot by the rules of a booking. */
export const createHold = operation(createHoldEndpoint, {
  reads: ({ firmId, json }) => ({
    ...bookingReadsFromBody(firmId, json),
    lead: recordFromBody(json.lead_id, (id) => leadRecord(firmId, id)),
    holds: holdCountsFromBody(firmId, json),
  }),

  violations: (records, request) => [
    ...leadViolations(request.json.lead_id, records.lead),
    ...bookingViolations(records, request),
  ],

  decide: async (records, request, read) => {
    const { firmId, input, newId, nowMilliseconds } = request;
    if (records.lead) requireUnmerged(records.lead);
    const slot = { startAt: input.start_at, durationMinutes: wantedMinutes(records.settings, input) };
    const attorneys = await readPool(firmId, candidateIds(records, request), records.attorneys, read);
    const context = { ...records, attorneys };
    const ignoresBusyTimes = input.ignore_busy;
    const check = {
      firmId,
      slot,
      context,
      nowMilliseconds,
      lead: records.lead,
      ignoresBusyTimes,
      countsHolds: true,
      seed: newId,
    };
    const preconditions = await checkAppointment(check, read);
    const expiresAt = new Date(nowMilliseconds + input.seconds * millisecondsInSecond).toISOString();
    const hold = { id: newId, attorneyId: preconditions.attorney.id, ...slot, expiresAt };
    return {
      writes: putHold(firmId, hold, { preconditions, nowMilliseconds }),
      answer: holdResource(hold),
    };
  },

  repeat: async ({ firmId, nowMilliseconds }, id, read) => {
    const { stored } = await read({ stored: holdRecord(firmId, id) });
    const hold = liveHold(stored, nowMilliseconds);
    if (hold === null) throw invalidRequest([HAS_ENDED]);
    return holdResource(hold);
  },
});

const HAS_ENDED: Violation = {
  field: "Idempotency-Key",
  message: "was used for a hold that has expired, was deleted or was used: another hold needs another key",
};
