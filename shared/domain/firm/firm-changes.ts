import type { Violation } from "../../contract/app-error.ts";
import { type FirmChanges, holidayInput, leadFieldInput, stageInput } from "../../contract/firm.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import { countryViolations } from "../leads/phone-number.ts";
import { daysOffViolations } from "../scheduling/date-range.ts";
import { timeZoneViolations } from "../scheduling/time-zone.ts";
import { changedFields } from "../settings-document.ts";
import { validateWellFormedEntries } from "../well-formed-entries.ts";
import type { FirmSettings } from "./firm.ts";

type Sent = Readonly<Record<string, unknown>>;

/** What of a valid PATCH differs from the settings as they stand. */
export const firmChange = (settings: FirmSettings, sent: FirmChanges): Partial<FirmSettings> =>
  changedFields<FirmSettings>(settings, {
    name: sent.name,
    timeZone: sent.time_zone,
    defaultCountry: sent.default_country,
    stages: sent.stages,
    leadFields: sent.lead_fields,
    holidays: sent.holidays?.map(({ start_date: startDate, end_date: endDate, name }) => ({
      startDate,
      endDate,
      name,
    })),
  });

/** What is wrong with new settings beyond their shape. */
export const firmViolations = async (sent: Sent): Promise<Violation[]> => [
  ...timeZoneViolations(sent.time_zone),
  ...(await countryViolations(sent.default_country)),
  ...validateWellFormedEntries({ sent: sent.stages, entry: stageInput(), maximum: LIMITS.stages }, (stages) =>
    repetitions(
      stages.map(({ key }) => key),
      (index) => `stages[${index}].key`,
    ),
  ),
  ...validateWellFormedEntries(
    { sent: sent.lead_fields, entry: leadFieldInput(), maximum: LIMITS.leadFields },
    leadFieldViolations,
  ),
  ...validateWellFormedEntries(
    { sent: sent.holidays, entry: holidayInput(), maximum: LIMITS.holidays },
    (holidays) =>
      daysOffViolations(
        holidays.map(({ start_date: startDate, end_date: endDate }) => ({ startDate, endDate })),
        "holidays",
      ),
  ),
];

/** Keys of the stages that a new list leaves out; however malformed an entry is, its key keeps its stage. */
export const removedStageKeys = ({ stages }: FirmSettings, sent: unknown): string[] => {
  if (!Array.isArray(sent)) return [];
  const kept = new Set(sent.map(keyOf));
  return stages.map(({ key }) => key).filter((key) => !kept.has(key));
};

/** A stage that leads are in, active or archived, cannot go: they would be nowhere. */
export const occupiedStageViolations = (keys: readonly string[]): Violation[] =>
  keys.map((key) => ({ field: "stages", message: `must keep the stage ${key}, which leads are in` }));

const keyOf = (entry: unknown) =>
  typeof entry === "object" && entry !== null && "key" in entry && typeof entry.key === "string"
    ? entry.key.trim()
    : undefined;

type LeadFieldInput = { readonly key: string; readonly type: string; readonly options: readonly string[] };

const leadFieldViolations = (fields: readonly LeadFieldInput[]): Violation[] => [
  ...repetitions(
    fields.map(({ key }) => key),
    (index) => `lead_fields[${index}].key`,
  ),
  ...fields.flatMap((field, index) => optionViolations(field, `lead_fields[${index}].options`)),
];

const optionViolations = ({ type, options }: LeadFieldInput, field: string): Violation[] => {
  if (type !== "select") {
    return options.length === 0 ? [] : [{ field, message: "must be empty unless the type is select" }];
  }
  if (options.length === 0) return [{ field, message: "must have at least one option" }];
  return repetitions(options, (index) => `${field}[${index}]`);
};

/** Each text that an earlier one equals. */
const repetitions = (texts: readonly string[], fieldOf: (index: number) => string): Violation[] =>
  texts.flatMap((text, index) => {
    const first = texts.indexOf(text);
    return first < index ? [{ field: fieldOf(index), message: `must differ from ${fieldOf(first)}` }] : [];
  });
