import { createHash } from "node:crypto";
import { type FirmId, firmIdFromVerifiedSource } from "../domain/firm-id.ts";

/** Primary key of a record. Every one that holds a firm's data starts with the firm. */
export type RecordKey = { readonly pk: string; readonly sk: string };

export const settingsKey = (firm: FirmId): RecordKey => ({ pk: `FIRM#${firm}`, sk: "SETTINGS" });

export const memberKey = (firm: FirmId, id: string): RecordKey => ({
  pk: `FIRM#${firm}`,
  sk: `MEMBER#${id}`,
});

export const leadPartition = (firm: FirmId) => `FIRM#${firm}#LEAD`;

export const leadKey = (firm: FirmId, id: string): RecordKey => ({ pk: leadPartition(firm), sk: id });

export const idempotencyKey = (firm: FirmId, operation: string, key: string): RecordKey => ({
  pk: `FIRM#${firm}#IDEMPOTENCY#${operation}`,
  sk: sha256(key),
});

/** Found before any firm is known: it is what tells the firm. */
export const secretKeyKey = (sha256OfKey: string): RecordKey => ({ pk: `KEY#${sha256OfKey}`, sk: "KEY" });

/** The firm's own entry for a key, so that its keys can be listed. */
export const firmKeyKey = (firm: FirmId, id: string): RecordKey => ({ pk: `FIRM#${firm}`, sk: `KEY#${id}` });

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Whose record of which kind a key names, for records that emit events; null for any other. */
export const parseEventfulKey = ({
  pk,
}: RecordKey): { firmId: FirmId; kind: "LEAD" | "CONSULTATION" } | null => {
  const [, firm, kind] = /^FIRM#([^#]+)#(LEAD|CONSULTATION)$/.exec(pk) ?? [];
  if (firm === undefined || (kind !== "LEAD" && kind !== "CONSULTATION")) return null;
  return { firmId: firmIdFromVerifiedSource(firm), kind };
};
