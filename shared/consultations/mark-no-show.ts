import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { type Consultation, requireOpenConsultation } from "./consultation.rules.ts";
import { consultationRecord } from "./consultation.store.ts";
import { CONSULTATION_TRANSITIONS } from "./consultation-status.rules.ts";
import { type ChangeRequest, saveTransition } from "./transition-consultation.ts";

type Request = ChangeRequest & {
  readonly params: { readonly id: string };
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
};

/**
 * Records that the lead did not attend, and releases the slot.
 * @throws AppError `not_found` or `invalid_request`
 */
export const markNoShow = (table: Table, request: Request): Promise<Consultation> =>
  retryOnConflict(async () => {
    const { firmId, params, body } = request;
    const before = requireOpenConsultation(await readRecord(table, consultationRecord(firmId, params.id)));
    body();
    return saveTransition(table, request, { before, transition: CONSULTATION_TRANSITIONS["no-show"] });
  });
