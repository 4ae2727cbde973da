import { randomBytes } from "node:crypto";
import { v4 } from "uuid";
import { LATEST_API_VERSION } from "../contract/api-version.ts";
import { LIMITS } from "../contract/limits.ts";
import { SCOPES } from "../contract/scopes.ts";
import { type FirmSettings, INITIAL_STAGES } from "../domain/firm.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../domain/firm-id.ts";
import type { Member } from "../domain/member.ts";
import { formatSecretKey, SECRET_BYTES } from "../domain/secret-key.ts";
import { newRecordId } from "../runtime/record-ids.ts";
import { settingsToItem } from "../storage/firm-store.ts";
import { type KeyRecord, keyToItem, permitsPerLease } from "../storage/key-store.ts";
import { firmKeyKey, sha256 } from "../storage/keys.ts";
import { memberToItem } from "../storage/member-store.ts";
import type { Table } from "../storage/table.ts";
import { transact } from "../storage/transaction.ts";

type NewFirm = {
  readonly name: string;
  /** IANA zone name. */
  readonly timeZone: string;
  /** ISO 3166-1 alpha-2. */
  readonly defaultCountry: string;
  readonly leadFields?: FirmSettings["leadFields"];
  readonly members?: readonly Member[];
};

export type CreatedFirm = { readonly firmId: FirmId; readonly apiKey: string };

/** Makes a firm, its first API key (all scopes; shown this once) and its members: all of it or nothing. */
export const createFirm = async (
  table: Table,
  firm: NewFirm,
  nowMilliseconds: number,
): Promise<CreatedFirm> => {
  const firmId = firmIdFromVerifiedSource(v4());
  const apiKey = formatSecretKey("api", randomBytes(SECRET_BYTES));
  const key = firstKey(firmId, apiKey, nowMilliseconds);
  const items = [
    settingsToItem(firmId, {
      name: firm.name,
      timeZone: firm.timeZone,
      defaultCountry: firm.defaultCountry,
      stages: INITIAL_STAGES,
      leadFields: firm.leadFields ?? [],
      holidays: [],
      version: 1,
    }),
    keyToItem(apiKey, key),
    { ...firmKeyKey(firmId, key.id), sha256: sha256(apiKey) },
    ...(firm.members ?? []).map((member) => memberToItem(firmId, member)),
  ];
  const { result } = await transact(
    table,
    items.map((Item) => ({ Put: { TableName: table.name, Item } })),
  );
  if (result !== "done") throw new Error("The firm could not be written.");
  return { firmId, apiKey };
};

const firstKey = (firmId: FirmId, secret: string, nowMilliseconds: number): KeyRecord => ({
  id: newRecordId(nowMilliseconds),
  firmId,
  kind: "api",
  name: "First key",
  lastFour: secret.slice(-4),
  scopes: [...SCOPES],
  apiVersion: LATEST_API_VERSION,
  enabled: true,
  requestsPerMinute: LIMITS.requestsPerMinute,
  permitsPerLease: permitsPerLease(LIMITS.requestsPerMinute),
  windowMinute: 0,
  windowUsed: 0,
});
