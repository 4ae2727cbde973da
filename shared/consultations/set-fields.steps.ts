import type { Change } from "../api/change.ts";
import { changedFields, type FieldInput } from "../api/changed-fields.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type Consultation, consultationResource } from "./consultation.rules.ts";
import { putConsultation } from "./consultation.store.ts";

type Fields = FieldInput<Pick<Consultation, "paid" | "amount" | "currency" | "location" | "archived">>;

/** Sets fields of a consultation that leave its slot alone. Writes nothing when they have these values. */
export const setFields = (
  before: Consultation,
  fields: Fields,
  { firmId, change }: { readonly firmId: FirmId; readonly change: Change },
) => {
  const changed = changedFields<Consultation>(before, fields);
  if (Object.keys(changed).length === 0) return { answer: consultationResource(before) };
  const after = { ...before, ...changed, revision: before.revision + 1 };
  return { writes: putConsultation(firmId, { before, after, change }), answer: consultationResource(after) };
};
