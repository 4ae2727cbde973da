import type { Violation } from "../api/schema/violations.ts";
import { dataChange, dataViolations, mergedData } from "../firm/custom-data.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { readRecords } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { type Consultation, requireOpenConsultation } from "./consultation.rules.ts";
import { consultationRecord } from "./consultation.store.ts";
import type { Completion } from "./consultation-actions.contract.ts";
import { CONSULTATION_TRANSITIONS } from "./consultation-status.rules.ts";
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
