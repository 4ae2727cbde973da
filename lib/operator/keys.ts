import type { StoredKey } from "../../shared/api/keys/key-store.ts";
import { findFirm } from "../../shared/firm/find-firm.ts";
import { findKey, revokeKey } from "../../shared/keys/revoke-key.ts";
import { scanKeysEndingIn, walkKeys } from "../../shared/keys/walk-keys.store.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import { openTable } from "./deployment.ts";
import {
  type ConfirmOptions,
  isConfirmed,
  type OperatorOptions,
  operatorCommand,
  withConfirmation,
} from "./operator-command.ts";
import { printRecord, printRows, progressOf } from "./output.ts";
import { openFirm } from "./select-firms.ts";

const CONFIRMED = "the firm's id";

const list = async (firm: string, options: OperatorOptions) => {
  const { table, firmId } = await openFirm(firm, options);
  const keys: StoredKey[] = [];
  for await (const key of walkKeys(table, firmId)) if (key.kind !== "link") keys.push(key);
  printRows(keys.map(keyRow), options);
};

/** Nothing else of a key is shown, so a whole one has no business in a command's history. */
const LAST_FOUR = /^[0-9A-Za-z]{4}$/;

const find = async (lastFour: string, options: OperatorOptions & { readonly firm?: string }) => {
  if (!LAST_FOUR.test(lastFour)) throw new Error("name a key by its last four letters and digits");
  const table = await openTable(options);
  const report = progressOf((items) => `${items} items read`);
  const keys =
    options.firm === undefined
      ? scanKeysEndingIn(table, lastFour, report)
      : walkKeys(table, (await findFirm(table, options.firm)).firmId);
  const rows = [];
  for await (const key of keys)
    if (key.lastFour === lastFour) rows.push({ firm_id: key.firmId, ...keyRow(key) });
  printRows(rows, options);
};

const revoke = async (firm: string, id: string, options: OperatorOptions & ConfirmOptions) => {
  const { table, firmId } = await openFirm(firm, options);
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
  operatorCommand({
    usage: "list <firm>",
    description: "list the firm's API and ingestion keys, without secrets",
    examples: ["<firm>"],
  }).action(list);

export const keyFindCommand = () =>
  operatorCommand({
    usage: "find <last-four>",
    description: "find API and ingestion keys, and those of links, by their last four characters",
    examples: ["x7Qa --stage prod", "x7Qa --firm <firm>"],
  })
    .option("--firm <firm>", "in one firm alone; without it, the whole table is read")
    .action(find);

export const keyRevokeCommand = () =>
  withConfirmation(
    operatorCommand({
      usage: "revoke <firm> <key>",
      description: "delete an API or ingestion key, or a link",
      examples: ["<firm> <key> --confirm <firm>"],
    }),
    CONFIRMED,
  ).action(revoke);
