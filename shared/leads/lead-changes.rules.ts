import { type DataChange, dataChange } from "../firm/custom-data.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { CHANGEABLE_FIELDS, type ChangeableField, type Lead } from "./lead.rules.ts";
import type { LeadChanges } from "./lead-bodies.contract.ts";

/** The changed attributes with their new values, and the changed data. */
export type LeadChange = {
  readonly fields: Readonly<Partial<Record<AttributeField, string | null>>>;
  readonly data: DataChange;
};

type AttributeField = Exclude<ChangeableField, "data">;

const { data: _, ...ATTRIBUTE_FIELDS } = CHANGEABLE_FIELDS;

/** The changes of a valid PATCH whose phone number is normalized; null if it changes nothing. */
export const leadChange = (
  lead: Lead,
  input: LeadChanges,
  { leadFields }: FirmSettings,
): LeadChange | null => {
  const attributes = Object.entries(ATTRIBUTE_FIELDS).map(([field, { inputName }]) => [
    field,
    input[inputName],
  ]);
  const fields = differingEntries<string | null>(lead, Object.fromEntries(attributes));
  const { set, removed } = dataChange(input.data, leadFields);
  const data = {
    set: differingEntries(lead.data, set),
    removed: removed.filter((key) => Object.hasOwn(lead.data, key)),
  };
  const isEmpty = [fields, data.set, data.removed].every((part) => Object.keys(part).length === 0);
  return isEmpty ? null : { fields, data };
};

/** The entries of `input` that are defined and differ from the current ones. */
const differingEntries = <Value>(
  current: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, Value | undefined>>,
): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) =>
      value === undefined || current[key] === value ? [] : [[key, value]],
    ),
  );
