import type { StoredKey } from "../../shared/api/keys/key-store.ts";
import { findFirm } from "../../shared/firm/find-firm.ts";
import { findKey, revokeKey } from "../../shared/keys/revoke-key.ts";
import { walkKeys } from "../../shared/keys/walk-keys.store.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import { type ConfirmOptions, isConfirmed, withConfirmation } from "./confirmation.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord, printRows } from "./output.ts";

const CONFIRMED = "the firm's id";

const list = async (firm: string, options: OperatorOptions) => {
  const table = await openTable(options);
  const { firmId } = await findFirm(table, firm);
  const keys: StoredKey[] = [];
  for await (const key of walkKeys(table, firmId)) keys.push(key);
  printRows(keys.map(keyRow), options);
};

const revoke = async (firm: string, id: string, options: OperatorOptions & ConfirmOptions) => {
  const table = await openTable(options);
  const { firmId } = await findFirm(table, firm);
  const key = await findKey(table, firmId, id);
  const revoked = isConfirmed(options, firmId, CONFIRMED);
  if (revoked) await revokeKey(table, firmId, key);
  printRecord({ revoked, ...keyRow(key) }, options);
};

const keyRow = (key: StoredKey) => ({
  key_id: key.id,
  kind: key.kind,
  name: key.name,
  last_four: key.lastFour,
  enabled: key.enabled,
  scopes: key.scopes.join(" ") || null,
  source_id: key.sourceId ?? null,
  created_at: createdAt(key.id),
  last_used_at: instantOrNull(key.windowStartMilliseconds),
  expires_at: instantOrNull((key.expiresAtEpochSeconds ?? 0) * 1000),
});

const instantOrNull = (milliseconds: number) =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString();

export const keyListCommand = () =>
  operatorCommand("list <firm>", "list the firm's API and ingestion keys, without secrets").action(list);

export const keyRevokeCommand = () =>
  withConfirmation(
    operatorCommand("revoke <firm> <key>", "delete an API or ingestion key"),
    CONFIRMED,
  ).action(revoke);
