import { notFound, requireFound } from "../api/app-error.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { holdStore } from "./hold.store.ts";
import { holdRecord, liveHold } from "./hold-record.store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
  readonly nowMilliseconds: number;
};

/**
 * Gives a held slot back.
 * @throws AppError `not_found` when the hold has expired, was deleted or has become a booking
 */
export const deleteHold = async (
  table: Table,
  { firmId, params, body, nowMilliseconds }: Request,
): Promise<void> => {
  const deleted = await retryOnConflict(async () => {
    const hold = liveHold(await readRecord(table, holdRecord(firmId, params.id)), nowMilliseconds);
    const live = requireFound("hold", hold);
    body();
    return holdStore(table).delete(firmId, live);
  });
  if (deleted === "refused") throw notFound("hold");
};
