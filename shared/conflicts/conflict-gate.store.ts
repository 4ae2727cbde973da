import { checked } from "../api/operation.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { RecordRef } from "../table/read-records.ts";
import { cachedIf } from "../table/record-cache.ts";
import { requireGate } from "./conflict-check.rules.ts";

const isEnabled = ({ conflictGate }: FirmSettings) => conflictGate.enabled;

/** Reads the settings of a firm that must have a conflict gate. It is refused only for what the table says. */
export const gateSettings = (firm: FirmId): RecordRef<FirmSettings> =>
  checked(cachedIf(settingsRecord(firm), isEnabled), requireGate);
