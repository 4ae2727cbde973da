import { v4 } from "uuid";
import { SCOPES } from "../api/endpoint-definition.ts";
import { newKey } from "../api/keys/new-key.ts";
import { initialKeyCounts, keyItems } from "../keys/key-writes.store.ts";
import type { Member } from "../members/member.rules.ts";
import { memberToItem } from "../members/member.store.ts";
import { LIMITS } from "../schema/limits.ts";
import { type FirmSettings, INITIAL_STAGES } from "../settings/firm.rules.ts";
import { settingsToItem } from "../settings/firm.store.ts";
import { NO_SELF_SERVICE } from "../settings/self-service.rules.ts";
import { commit } from "../table/commit.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { NO_BOOKING_RULES } from "../time/booking-rules.rules.ts";

type Request = {
  /** A UUID that no firm has; by default a random one. */
  readonly id?: string;
  readonly name: string;
  /** IANA zone name. */
  readonly timeZone: string;
  /** ISO 3166-1 alpha-2. */
  readonly defaultCountry: string;
  readonly contactPhone?: string;
  readonly leadFields?: FirmSettings["leadFields"];
  readonly consultationFields?: FirmSettings["consultationFields"];
  readonly consultationTypes?: FirmSettings["consultationTypes"];
  readonly selfService?: FirmSettings["selfService"];
  readonly members?: readonly Member[];
  readonly nowMilliseconds: number;
};

const FIRST_KEY = {
  kind: "api" as const,
  name: "First key",
  scopes: [...SCOPES],
  requestsPerMinute: LIMITS.requestsPerMinuteDefault,
};

export type CreatedFirm = { readonly firmId: FirmId; readonly apiKey: string };

/** Creates a firm, its members and its first API key (all scopes) in one transaction. The secret is not stored. */
export const createFirm = async (
  table: Table,
  { nowMilliseconds, ...firm }: Request,
): Promise<CreatedFirm> => {
  const firmId = firmIdFromVerifiedSource(firm.id ?? v4());
  const { secret: apiKey, key } = newKey(firmId, FIRST_KEY, nowMilliseconds);
  const items = [
    settingsToItem(firmId, {
      name: firm.name,
      timeZone: firm.timeZone,
      defaultCountry: firm.defaultCountry,
      contactPhone: firm.contactPhone ?? null,
      stages: INITIAL_STAGES,
      leadFields: firm.leadFields ?? [],
      consultationFields: firm.consultationFields ?? [],
      consultationTypes: firm.consultationTypes ?? [],
      bookingRules: NO_BOOKING_RULES,
      reminderMinutes: [],
      selfService: firm.selfService ?? NO_SELF_SERVICE,
      holidays: [],
      version: 1,
    }),
    ...keyItems(firmId, apiKey, key),
    initialKeyCounts(firmId),
    ...(firm.members ?? []).map((member) => memberToItem(firmId, member)),
  ];
  await commit(
    table,
    items.map((Item) => ({ Put: { Item } })),
  );
  return { firmId, apiKey };
};
