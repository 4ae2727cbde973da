import { isDeepStrictEqual } from "node:util";
import { dataChange, mergedData } from "../firm/custom-data.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { CHANGEABLE_FIELDS, type Lead } from "./lead.rules.ts";
import type { LeadChanges } from "./lead-fields.contract.ts";

/**
 * The lead after a valid PATCH whose phone number is normalized; null if it changes nothing. A change that began before
 * the last one does not set the activity back.
 * @param at ISO-8601 UTC instant of the change
 */
export const changedLead = (
  lead: Lead,
  input: LeadChanges,
  { leadFields }: Pick<FirmSettings, "leadFields">,
  at: string,
): Lead | null => {
  const fields = CHANGEABLE_FIELDS.flatMap(({ field, inputName }) =>
    input[inputName] === undefined ? [] : [[field, input[inputName]]],
  );
  const data = mergedData(lead.data, dataChange(input.data, leadFields));
  const after: Lead = { ...lead, ...Object.fromEntries(fields), data };
  if (isDeepStrictEqual(after, lead)) return null;
  const lastActivityAt = at < lead.lastActivityAt ? lead.lastActivityAt : at;
  return { ...after, lastActivityAt, revision: lead.revision + 1 };
};
