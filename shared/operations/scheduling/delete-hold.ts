import { notFound, requireFound } from "../../contract/app-error.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { holdRecord, liveHold } from "../../storage/scheduling/hold-record.ts";
import { holdStore } from "../../storage/scheduling/hold-store.ts";

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
