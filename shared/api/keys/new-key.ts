import { randomBytes } from "node:crypto";
import { newRecordId } from "../../runtime/record-id.ts";
import type { FirmId } from "../../table/firm-id.ts";
import { LATEST_API_VERSION } from "../request-headers.ts";
import type { KeyRecord } from "./key-store.ts";
import { permitsPerLease } from "./rate-windows.ts";
import { formatSecretKey, SECRET_BYTES } from "./secret-key.ts";

type KeySettings = Pick<
  KeyRecord,
  | "kind"
  | "name"
  | "scopes"
  | "requestsPerMinute"
  | "expiresAtEpochSeconds"
  | "sourceId"
  | "memberId"
  | "showsNames"
  | "access"
>;

/** Returns a new key and its secret, which is not stored. */
export const newKey = (
  firmId: FirmId,
  settings: KeySettings,
  nowMilliseconds: number,
): { secret: string; key: KeyRecord } => {
  const id = newRecordId(nowMilliseconds);
  const secret = formatSecretKey(settings.kind, randomBytes(SECRET_BYTES));
  const key: KeyRecord = {
    ...settings,
    id,
    firmId,
    lastFour: secret.slice(-4),
    apiVersion: LATEST_API_VERSION,
    enabled: true,
    permitsPerLease: permitsPerLease(settings.requestsPerMinute),
    windowStartMilliseconds: 0,
    windowUsed: 0,
    version: 1,
  };
  return { secret, key };
};
