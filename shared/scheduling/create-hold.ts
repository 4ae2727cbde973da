import { millisecondsInSecond } from "date-fns/constants";
import { AppError } from "../api/app-error.ts";
import { operation, readMore, required } from "../api/operation.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { attorneyViolations } from "../consultations/consultation.rules.ts";
import { recordFromBody } from "../table/read-records.ts";
import { checkAppointment } from "./check-appointment.steps.ts";
import { createHoldEndpoint, type NewHold } from "./hold.contract.ts";
import { type Hold, holdResource } from "./hold.rules.ts";
import { type AttorneyHolds, attorneyHoldsRecord, countLiveHolds, holdRecord } from "./hold.store.ts";
import { schedulingReadsFromBody } from "./scheduling-context.store.ts";
import { putHold } from "./slot-writes.store.ts";

/** Holds a slot, as a consultation is booked. */
export const createHold = operation(createHoldEndpoint, {
  reads: ({ firmId, json }) => ({
    holds: recordFromBody(json.attorney_id, (id) => attorneyHoldsRecord(firmId, id)),
    context: schedulingReadsFromBody(firmId, json),
  }),

  violations: ({ context }, { json }) => attorneyViolations(json.attorney_id, context.attorney),

  decide: ({ holds, context }, { firmId, input, newId, nowMilliseconds }) => {
    const hold = newHold(newId, input, nowMilliseconds);
    return checkAppointment({ firmId, slot: hold, context, nowMilliseconds }, (preconditions) => {
      const counted = requireRoom(holds, nowMilliseconds);
      return {
        writes: putHold(firmId, hold, { preconditions, holds: counted, nowMilliseconds }),
        answer: holdResource(hold),
      };
    });
  },

  repeat: ({ firmId }, id) =>
    readMore({ hold: required("hold", holdRecord(firmId, id)) }, ({ hold }) => ({
      answer: holdResource(hold),
    })),
});

const newHold = (id: string, body: NewHold, nowMilliseconds: number): Hold => ({
  id,
  attorneyId: body.attorney_id,
  startAt: body.start_at,
  durationMinutes: body.duration_min,
  expiresAt: new Date(nowMilliseconds + body.seconds * millisecondsInSecond).toISOString(),
});

const requireRoom = (holds: AttorneyHolds | null, nowMilliseconds: number): AttorneyHolds => {
  if (holds === null) throw new Error("The holds of a valid attorney were not read.");
  if (countLiveHolds(holds, nowMilliseconds) < LIMITS.liveHolds) return holds;
  throw new AppError("booking_not_allowed", `The attorney has ${LIMITS.liveHolds} live holds already.`, {
    details: [{ field: "holds", message: `must be at most ${LIMITS.liveHolds} live ones of an attorney` }],
    nextAvailable: [],
  });
};
