import type { Change } from "../../shared/api/change.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";

/** Returns a change by an API key. */
export const changeAt = (nowMilliseconds: number): Change => ({
  id: newRecordId(nowMilliseconds),
  at: new Date(nowMilliseconds).toISOString(),
  actor: { type: "api_key", id: "test-key" },
});
