import { checked, operation } from "../api/operation.ts";
import { requireFound } from "../schema/app-error.ts";
import { deleteHoldEndpoint } from "./hold.contract.ts";
import { liveHold } from "./hold.rules.ts";
import { holdRecord } from "./hold.store.ts";
import { endHold } from "./slot-writes.store.ts";

/** Releases a held slot. A hold that has expired, was deleted or has become a booking is not found. */
export const deleteHold = operation(deleteHoldEndpoint, {
  reads: ({ firmId, params, nowMilliseconds }) => ({
    hold: checked(holdRecord(firmId, params.id), (hold) =>
      requireFound("hold", liveHold(hold, nowMilliseconds)),
    ),
  }),

  decide: ({ hold }, { firmId }) => ({ writes: endHold(firmId, hold), answer: undefined }),
});
