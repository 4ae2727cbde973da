import { permitsPerLease } from "../api/keys/rate-window.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { firmRateKey, keyCountsKey } from "../table/record-keys.ts";
import { doneOrConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";

export const firmLimitStore = (table: Table) => ({
  /** Sets the limit and keeps what is used of the window. */
  set: async (firm: FirmId, requestsPerMinute: number): Promise<"done" | "conflict"> => {
    const outcome = await commit(table, [
      {
        Update: {
          Key: keyCountsKey(firm),
          UpdateExpression: "SET firmRequestsPerMinute = :limit",
          ConditionExpression: "attribute_exists(pk)",
          ExpressionAttributeValues: { ":limit": requestsPerMinute },
        },
      },
      {
        Update: {
          Key: firmRateKey(firm),
          UpdateExpression:
            "SET firmId = :firm, requestsPerMinute = :limit, permitsPerLease = :permits, windowStartMilliseconds = if_not_exists(windowStartMilliseconds, :none), windowUsed = if_not_exists(windowUsed, :none)",
          ExpressionAttributeValues: {
            ":firm": firm,
            ":limit": requestsPerMinute,
            ":permits": permitsPerLease(requestsPerMinute),
            ":none": 0,
          },
        },
      },
    ]);
    return doneOrConflict(outcome);
  },

  /** Removes the limit. Its window stays, for keys that are still marked. */
  remove: async (firm: FirmId): Promise<void> => {
    await updateItem(table, {
      Key: keyCountsKey(firm),
      UpdateExpression: "REMOVE firmRequestsPerMinute",
      ConditionExpression: "attribute_exists(pk)",
    });
  },

  /** Removes the window, unless the limit has been set again meanwhile. */
  removeWindow: async (firm: FirmId): Promise<"done" | "overtaken" | "conflict"> => {
    const { result } = await commit(table, [
      {
        ConditionCheck: {
          Key: keyCountsKey(firm),
          ConditionExpression: "attribute_not_exists(firmRequestsPerMinute)",
        },
      },
      { Delete: { Key: firmRateKey(firm) } },
    ]);
    return result === "refused" ? "overtaken" : result;
  },
});
