import { currentInvocation, describeInvocation } from "../runtime/invocation.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import type { Actor } from "./actor.ts";
import type { Change } from "./change.ts";

/** A change that the caller of this request makes. */
export const newChange = ({
  actor,
  nowMilliseconds,
}: {
  readonly actor: Actor;
  readonly nowMilliseconds: number;
}): Change => {
  const id = newRecordId(nowMilliseconds);
  describeInvocation({ changeId: id });
  return {
    id,
    at: new Date(nowMilliseconds).toISOString(),
    actor,
    requestId: currentInvocation().requestId,
  };
};
