import type { Completion } from "../../contract/consultation-actions.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import { type Consultation, requireOpenConsultation } from "../../domain/consultations/consultation.ts";
import { CONSULTATION_TRANSITIONS } from "../../domain/consultations/consultation-status.ts";
import { dataChange, dataViolations, mergedData } from "../../domain/firm/custom-data.ts";
import { consultationRecord } from "../../storage/consultations/consultation-store.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { type ChangeRequest, saveTransition } from "./transition-consultation.ts";

type Request = ChangeRequest & {
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => Completion;
};

/**
 * Records that a consultation took place; it keeps its slot. Data is merged into the stored data.
 * @throws AppError `not_found` or `invalid_request`
 */
export const completeConsultation = (table: Table, request: Request): Promise<Consultation> =>
  retryOnConflict(async () => {
    const { firmId, params, json, body } = request;
    const { consultation, settings } = await readRecords(table, {
      consultation: consultationRecord(firmId, params.id),
      settings: settingsRecord(firmId),
    });
    const before = requireOpenConsultation(consultation);
    const { consultationFields } = settings;
    const { outcome, data } = body(dataViolations(json.data, consultationFields, before.data));
    const changes = {
      outcome: outcome || null,
      data: mergedData(before.data, dataChange(data, consultationFields)),
    };
    return saveTransition(table, request, { before, transition: CONSULTATION_TRANSITIONS.complete, changes });
  });
