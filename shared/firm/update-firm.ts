import { operation } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { makeIndexDue } from "../conflicts/lead-index.store.ts";
import { countryViolations, normalizePhoneNumber, phoneTextOf } from "../leads/phone-number.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { firmMembers } from "../members/member.store.ts";
import { raiseMinSettingsVersion } from "../scheduling/min-settings-version.store.ts";
import { type FirmChanges, updateFirmEndpoint } from "../settings/firm.contract.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { changeSettings } from "../settings/firm.store.ts";
import { firmFields } from "../settings/firm-fields.contract.ts";
import type { RecordRef } from "../table/read-records.ts";
import { currencyViolations } from "./currency.rules.ts";
import {
  consultationTypeViolations,
  firmChange,
  firmViolations,
  occupiedStageViolations,
  removedStageKeys,
  routingViolations,
} from "./firm-changes.rules.ts";
import { settingsAndOccupiedStages, watchRemovedStage } from "./removed-stage.store.ts";

/** The settings that a booking in flight must not miss. */
const SCHEDULING_RULES = ["holidays", "booking_rules", "conflict_gate"] as const;

const NO_MEMBERS: readonly RecordRef<Member>[] = [];

/**
 * Changes the settings that differ. A stage without leads is removed at once. The sweep moves leads that instances with
 * cached settings put there meanwhile.
 */
export const updateFirm = operation(updateFirmEndpoint, {
  reads: ({ firmId, json }) => ({
    firm: settingsAndOccupiedStages(firmId, (settings) => removedStageKeys(settings, json.stages)),
    countryViolations: { query: () => countryViolations(json.default_country) },
    members:
      json.consultation_types === undefined && json.routing === undefined ? NO_MEMBERS : firmMembers(firmId),
  }),

  violations: (records, { json }) => [
    ...records.countryViolations,
    ...currencyViolations(json.currency, records.firm.settings),
    ...firmViolations(json),
    ...consultationTypeViolations(json, records.members),
    ...routingViolations(json, records.members, records.firm.settings),
    ...occupiedStageViolations(records.firm.occupiedStages),
  ],

  decide: async ({ firm: { settings } }, { firmId, json, input, expectedVersions, nowMilliseconds }) => {
    requireVersion("firm", settings, expectedVersions);
    const change = firmChange(settings, input, await contactPhoneOf(input, settings));
    const isUnchanged = Object.keys(change).length === 0;
    const changed = isUnchanged ? settings : { ...settings, ...change, version: settings.version + 1 };
    const sendsSchedulingRules = SCHEDULING_RULES.some((field) => input[field] !== undefined);
    const answer = firmFields.resource(changed, { id: firmId });
    return {
      writes: isUnchanged
        ? []
        : [
            changeSettings(firmId, settings, change),
            ...(change.conflictIndex?.state === "building" ? [makeIndexDue(firmId, nowMilliseconds)] : []),
            ...removedStageKeys(settings, json.stages).map((stage) =>
              watchRemovedStage(firmId, stage, nowMilliseconds),
            ),
          ],
      after: async (table) => {
        // Also for unchanged ones: an earlier PATCH may have failed between the settings and the members.
        if (sendsSchedulingRules) await raiseMinSettingsVersion(table, firmId, changed.version);
        return answer;
      },
    };
  },
});

/** Normalizes the contact phone like a lead's phone, in the firm's new country, and writes it as people do. */
const contactPhoneOf = async (
  { contact_phone, default_country }: FirmChanges,
  { contactPhone: before, defaultCountry }: FirmSettings,
): Promise<Partial<FirmSettings>> => {
  if (contact_phone === undefined && default_country === undefined) return {};
  const country = default_country ?? defaultCountry;
  const contactPhone = contact_phone ? await normalizePhoneNumber(contact_phone, country) : contact_phone;
  const number = contactPhone === undefined ? before : contactPhone;
  return {
    ...(contactPhone !== undefined && { contactPhone }),
    contactPhoneText: number ? await phoneTextOf(number, country) : null,
  };
};
