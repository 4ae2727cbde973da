import { v4 } from "uuid";
import { LIMITS } from "../../contract/schema/limits.ts";
import { SCOPES } from "../../contract/scopes.ts";
import { type FirmSettings, INITIAL_STAGES } from "../../domain/firm/firm.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../domain/firm/firm-id.ts";
import type { Member } from "../../domain/members/member.ts";
import { NO_BOOKING_RULES } from "../../domain/scheduling/booking-rules.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { transact } from "../../storage/dynamodb/transaction.ts";
import { settingsToItem } from "../../storage/firm/firm-store.ts";
import { initialKeyCounts, keyItems } from "../../storage/keys/key-writes.ts";
import { memberToItem } from "../../storage/members/member-store.ts";
import { newKey } from "../keys/new-key.ts";

type Request = {
  /** A UUID that no firm has; by default a random one. */
  readonly id?: string;
  readonly name: string;
  /** IANA zone name. */
  readonly timeZone: string;
  /** ISO 3166-1 alpha-2. */
  readonly defaultCountry: string;
  readonly leadFields?: FirmSettings["leadFields"];
  readonly consultationFields?: FirmSettings["consultationFields"];
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
      stages: INITIAL_STAGES,
      leadFields: firm.leadFields ?? [],
      consultationFields: firm.consultationFields ?? [],
      bookingRules: NO_BOOKING_RULES,
      holidays: [],
      closingStages: {},
      version: 1,
    }),
    ...keyItems(firmId, apiKey, key),
    initialKeyCounts(firmId),
    ...(firm.members ?? []).map((member) => memberToItem(firmId, member)),
  ];
  const { result } = await transact(
    table,
    items.map((Item) => ({ Put: { TableName: table.name, Item } })),
  );
  if (result !== "done") throw new Error("The firm could not be written.");
  return { firmId, apiKey };
};
