import { requireFound } from "../api/app-error.ts";
import { changedFields, type FieldInput } from "../api/changed-fields.ts";
import { newChange } from "../api/new-change.ts";
import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { Consultation } from "./consultation.rules.ts";
import { consultationRecord, consultationStore } from "./consultation.store.ts";
import type { ChangeRequest } from "./transition-consultation.ts";

type Request = ChangeRequest & { readonly params: { readonly id: string } };

type Fields = FieldInput<Pick<Consultation, "paid" | "amount" | "archived">>;

/**
 * Sets fields of a consultation whatever its status; writes nothing when they have these values.
 * @param fields validates the request, once the consultation is known to exist, and returns the values
 * @throws AppError `not_found` or `invalid_request`
 */
export const setConsultationFields = (
  table: Table,
  request: Request,
  fields: () => Fields,
): Promise<Consultation> =>
  retryOnConflict(async () => {
    const { firmId, params } = request;
    const read = await readRecord(table, consultationRecord(firmId, params.id));
    const before = requireFound("consultation", read);
    const changed = changedFields<Consultation>(before, fields());
    if (Object.keys(changed).length === 0) return before;
    const after = { ...before, ...changed, revision: before.revision + 1 };
    const update = { before, after, change: newChange(request) };
    const written = await consultationStore(table).update(firmId, update);
    return written === "done" ? after : written;
  });

/** Archives or restores a consultation. There is no body, only headers to validate. */
export const setConsultationArchived = (
  table: Table,
  request: Request & { readonly body: () => undefined },
  archived: boolean,
): Promise<Consultation> =>
  setConsultationFields(table, request, () => {
    request.body();
    return { archived };
  });
