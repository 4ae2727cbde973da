import { createHash } from "node:crypto";
import { invalidRequest } from "../api/app-error.ts";
import { firstPerField, toViolations, type Violation } from "../api/schema/violations.ts";
import { dataChange, dataSizeViolations, dataValueViolations } from "../firm/custom-data.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import {
  type LeadChanges,
  leadChangesBody,
  type NewLead,
  newLeadBody,
} from "../leads/lead-fields.contract.ts";
import type { Member } from "../members/member.rules.ts";
import { explainViolations } from "./explain-violations.rules.ts";
import type { Source } from "./source.rules.ts";
import { mapLead } from "./source-mapping.rules.ts";

/** A valid delivery: its changes to an existing lead, and the new lead or what is missing to create one. */
export type InboundLead = {
  readonly externalId: string | null;
  readonly changes: LeadChanges;
  readonly newLead: NewLead | { readonly missing: readonly Violation[] };
  /** Equal for two deliveries exactly when all their mapped fields are equal. */
  readonly fieldsHash: string;
};

type Context = {
  readonly source: Source;
  readonly settings: FirmSettings;
  /** The source's default assignee. An unassigned lead is better than none when the assignee has left the firm. */
  readonly assignee: Member | null;
};

/** @throws AppError `invalid_request` that lists every invalid field */
export const inboundLead = (json: unknown, { source, settings, assignee }: Context): InboundLead => {
  const { mapped, fallbacks, violations } = mapLead(json, source.mapping, settings.leadFields);
  const { fields, data, externalId } = mapped;
  const changes = leadChangesBody().safeParse(fields);
  const allData = { ...fallbacks.data, ...data };
  const creation = newLeadBody().safeParse({
    ...fallbacks.fields,
    ...fields,
    source: source.key,
    assignee_id: assignee?.active ? assignee.id : null,
    data: allData,
  });
  const missing = creation.error ? toViolations(creation.error, "body") : [];
  const explained = (found: readonly Violation[]) =>
    explainViolations(found, json, { mapping: source.mapping, leadFields: settings.leadFields });
  const invalid = [...violations, ...dataValueViolations(allData, settings.leadFields)];
  // Invalid before missing: a field is reported once, by its first violation.
  if (invalid.length > 0 || !changes.success)
    throw invalidRequest(explained(firstPerField([...invalid, ...missing])));
  const { set } = dataChange(data, settings.leadFields);
  const tooLarge = dataSizeViolations(dataChange(allData, settings.leadFields).set);
  if (tooLarge.length > 0) throw invalidRequest(tooLarge);
  return {
    externalId,
    changes: { ...changes.data, data: set },
    newLead: creation.success ? creation.data : { missing: explained(missing) },
    fieldsHash: hashFields(fields, set),
  };
};

const hashFields = (...parts: readonly Readonly<Record<string, unknown>>[]) => {
  const sorted = parts.map((part) => Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
};
