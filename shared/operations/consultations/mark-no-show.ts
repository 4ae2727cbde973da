import { type Consultation, requireOpenConsultation } from "../../domain/consultations/consultation.ts";
import { CONSULTATION_TRANSITIONS } from "../../domain/consultations/consultation-status.ts";
import { consultationRecord } from "../../storage/consultations/consultation-store.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
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
