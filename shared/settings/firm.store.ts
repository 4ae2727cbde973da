import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { cachedIf, ttlCache } from "../table/record-cache.ts";
import { type Item, settingsKey } from "../table/record-keys.ts";
import { documentWrite } from "../table/update-item.ts";
import { type FirmSettings, hasStages } from "./firm.rules.ts";
import { firmFields } from "./firm-fields.contract.ts";

const parseSettings = (item: Item | undefined): FirmSettings => firmFields.item().parse(item);

const cached = ttlCache<FirmSettings>();

/** Reads the firm's settings, cached by this instance for a few seconds. */
export const settingsRecord = (firm: FirmId): RecordRef<FirmSettings> =>
  cached({ key: settingsKey(firm), parse: parseSettings });

/** Reads the same again when the cached settings lack a stage of these leads, which was added since. */
export const settingsWithStages = (
  firm: FirmId,
  leads: readonly { readonly stage: string }[],
): RecordRef<FirmSettings> =>
  cachedIf(settingsRecord(firm), (settings) =>
    hasStages(
      settings,
      leads.map(({ stage }) => stage),
    ),
  );

/** Reads the same, or null when the operator has erased the firm. */
export const erasableSettingsRecord = (firm: FirmId): RecordRef<FirmSettings | null> => {
  const record = settingsRecord(firm);
  return { ...record, parse: nullIfMissing(record.parse) };
};

/** Reads the same without the cache. A change starts from it, and later requests should not see that state. */
export const storedSettingsRecord = (firm: FirmId): RecordRef<FirmSettings> => ({
  key: settingsKey(firm),
  parse: parseSettings,
});

/** Reads the same, or null: the operator may name a firm that does not exist. */
export const firmSettingsRecord = (firm: FirmId): RecordRef<FirmSettings | null> => {
  const record = storedSettingsRecord(firm);
  return { ...record, parse: nullIfMissing(record.parse) };
};

export const settingsToItem = (firm: FirmId, settings: FirmSettings): Item => ({
  ...settingsKey(firm),
  ...settings,
});

/** Requires that the settings are as they were read. */
export const requireSettings = (firm: FirmId, { version }: Pick<FirmSettings, "version">): Write => ({
  ConditionCheck: {
    Key: settingsKey(firm),
    ConditionExpression: "version = :version",
    ExpressionAttributeValues: { ":version": version },
  },
});

/** Sets fields of the settings, which must not have changed since they were read. */
export const changeSettings = (
  firm: FirmId,
  { version }: FirmSettings,
  fields: Partial<FirmSettings>,
): Write => documentWrite(settingsKey(firm), version, fields);
