import { createdAt, idAt, LAST_ID } from "../runtime/record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type OnFault, parseEach } from "../table/record-fault.ts";
import type { Table } from "../table/table.ts";
import { listOldestDeliveries } from "./inbound-delivery.store.ts";

/** The deliveries of a source that were rejected for one reason. */
type Rejections = {
  /** The code of the error. */
  readonly code: string;
  readonly count: number;
  /** The ISO-8601 UTC instant of the latest. */
  readonly lastReceivedAt: string;
  /** The reason of the latest in words; without values of the delivery. */
  readonly lastMessage: string | null;
};

type Count = { readonly sinceMilliseconds: number; readonly onFault: OnFault };

/**
 * Counts a source's rejected deliveries since an instant, by reason. Reads them all. `onFault` receives those that cannot
 * be read.
 */
export const countRejections = async (
  table: Table,
  firm: FirmId,
  sourceId: string,
  { sinceMilliseconds, onFault }: Count,
): Promise<Rejections[]> => {
  const rejections = new Map<string, Rejections>();
  const range = { outcome: "rejected", from: idAt(sinceMilliseconds), to: LAST_ID } as const;
  let afterId: string | null = null;
  do {
    const { records, lastId } = await listOldestDeliveries(table, firm, sourceId, { ...range, afterId });
    const deliveries = parseEach(
      records,
      ({ read }) => read(),
      ({ id }, fault) => onFault(`the delivery ${id} of the source ${sourceId}`, fault),
    );
    for (const { id, error } of deliveries) {
      const { code = "unknown", message: lastMessage = null } = error ?? {};
      const count = (rejections.get(code)?.count ?? 0) + 1;
      rejections.set(code, { code, count, lastReceivedAt: createdAt(id), lastMessage });
    }
    afterId = lastId;
  } while (afterId !== null);
  return [...rejections.values()].sort((one, other) => other.count - one.count);
};
