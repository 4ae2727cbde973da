import { InvalidArgumentError } from "commander";
import { SCOPES, type Scope } from "../../shared/api/endpoint-definition.ts";
import type { StoredKey } from "../../shared/api/keys/key-store.ts";
import type { KeyKind } from "../../shared/api/keys/secret-key.ts";
import { findFirm } from "../../shared/firm/find-firm.ts";
import { addScopes } from "../../shared/keys/add-scopes.ts";
import { updateKeyEndpoint } from "../../shared/keys/api-key.contract.ts";
import { issueKey } from "../../shared/keys/issue-key.ts";
import { findKey, requireRevocable, revokeKey } from "../../shared/keys/revoke-key.ts";
import { scanKeysEndingIn, walkKeys } from "../../shared/keys/walk-keys.store.ts";
import { expiryOf, type LinkWithConsultation } from "../../shared/links/link.rules.ts";
import { walkLinks } from "../../shared/links/link.store.ts";
import { withConsultations } from "../../shared/links/link-reads.store.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import { openTable } from "./deployment.ts";
import {
  type ConfirmOptions,
  type OperatorOptions,
  operatorCommand,
  type WalkOptions,
} from "./operator-command.ts";
import { progressOf, type Row } from "./output.ts";
import { parseField, parseId } from "./parse-argument.ts";
import { type FirmOptions, openFirm, rowsOfFirms, withFirm } from "./select-firms.ts";

type CreateOptions = OperatorOptions & { readonly name: string; readonly scopes: readonly Scope[] };

const create = async ({ name, scopes, ...options }: CreateOptions, firm: string) => {
  const { table, firmId, disabledAt } = await openFirm(firm, options);
  const { secret, key } = await issueKey(table, { firmId, name, scopes, nowMilliseconds: Date.now() });
  console.error("The key is not shown again.");
  if (disabledAt !== null) console.error("The firm is disabled: the key works once it is enabled.");
  return { firm_id: firmId, key_id: key.id, name, scopes: scopes.join(" "), api_key: secret };
};

const parseScopes = (text: string): readonly Scope[] => {
  const { data, error } = updateKeyEndpoint
    .body()
    .safeParse({ scopes: text.split(",").map((scope) => scope.trim()) });
  if (error) throw new InvalidArgumentError(`Each ${error.issues[0]?.message}.`);
  return data.scopes ?? [];
};

const list = async (options: WalkOptions, firm: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const keys: StoredKey[] = [];
  for await (const key of walkKeys(table, firmId, options.onFault))
    if (LISTED.includes(key.kind)) keys.push(key);
  return keys.map(keyRow);
};

/** Neither those of clients' links, which `link list` shows, nor those of members who sign in. */
const LISTED: readonly KeyKind[] = ["api", "ingestion", "calendar"];

/** Only a key's last four characters are shown anywhere, so a whole key has no business in a command's history. */
const LAST_FOUR = /^[0-9A-Za-z]{4}$/;

const find = async (options: WalkOptions & { readonly firm?: string }, lastFour: string) => {
  if (!LAST_FOUR.test(lastFour)) throw new Error("name a key by its last four letters and digits");
  const table = await openTable(options);
  const { onFault } = options;
  const onScanned = progressOf((items) => `${items} items read`);
  const keys =
    options.firm === undefined
      ? scanKeysEndingIn(table, lastFour, { onScanned, onFault })
      : walkKeys(table, (await findFirm(table, options.firm)).firmId, onFault);
  const rows = [];
  for await (const key of keys)
    if (key.lastFour === lastFour) rows.push({ firm_id: key.firmId, ...keyRow(key) });
  return rows;
};

const completeScopes = (options: FirmOptions) =>
  rowsOfFirms(options, async (table, { id }) =>
    (await addScopes(table, id, options.onFault)).map((key) => ({ firm_id: id, ...keyRow(key) })),
  );

const revoke =
  (rowOf: (key: StoredKey) => Row) =>
  async (options: ConfirmOptions & WalkOptions, firm: string, id: string) => {
    const { table, firmId } = await openFirm(firm, options);
    const key = await findKey(table, firmId, { id, onFault: options.onFault });
    const result = { revoked: options.isConfirmed(firmId), ...rowOf(key) };
    await requireRevocable(table, firmId, key);
    if (result.revoked) await revokeKey(table, firmId, key);
    return result;
  };

const keyRow = (key: StoredKey) => ({
  key_id: key.id,
  kind: key.kind,
  name: key.name,
  last_four: key.lastFour,
  enabled: key.enabled,
  scopes: key.scopes.join(" ") || null,
  source_id: key.sourceId ?? null,
  member_id: key.memberId ?? null,
  created_at: createdAt(key.id),
  last_used_at: instantOrNull(key.windowStartMilliseconds),
  expires_at: instantOrNull((key.expiresAtEpochSeconds ?? 0) * 1000),
});

const instantOrNull = (milliseconds: number) =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString();

export const KEY_COMMANDS = [
  operatorCommand({
    usage: "create <firm>",
    description:
      "create an API key, which is shown once: for a firm that has lost its own, or must revoke it",
    examples: ['<firm> --name "Case manager"', '<firm> --name "Website" --scopes leads:read,leads:write'],
    run: create,
  })
    .requiredOption("--name <name>", "the key's name", parseField(updateKeyEndpoint.body, "name"))
    .option("--scopes <scopes>", "its scopes, separated by commas; by default all", parseScopes, SCOPES),
  operatorCommand({
    usage: "list <firm>",
    description: "list the firm's API and ingestion keys, and those of calendar links, without secrets",
    examples: ["<firm>"],
    run: list,
  }),
  operatorCommand({
    usage: "find <last-four>",
    description:
      "find API and ingestion keys, and those of links, calendar links and sessions, by their last four characters",
    examples: ["x7Qa --stage prod", "x7Qa --firm <firm>"],
    run: find,
  }).option("--firm <firm>", "in one firm alone; without it, the whole table is read"),
  withFirm(
    operatorCommand({
      usage: "add-scopes",
      description: "add the scopes that are new to each API key that has all others",
      examples: ["--stage prod", "--firm <firm>"],
      run: completeScopes,
    }),
  ),
  operatorCommand({
    usage: "revoke <firm> <key>",
    description: "delete an API or ingestion key, a link, a calendar link or a session",
    examples: ["<firm> <key> --confirm <firm>"],
    confirms: "the firm's id",
    run: revoke(keyRow),
  }),
];

const listLinks = async ({ lead, ...options }: WalkOptions & { readonly lead?: string }, firm: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const rows = [];
  for await (const page of walkLinks(table, firmId, options.onFault)) {
    const links = page.filter(({ leadId }) => lead === undefined || leadId === lead);
    rows.push(...(await withConsultations(table, firmId, links, options.onFault)).map(linkRow));
  }
  return rows;
};

const linkRow = ({ link, consultation }: LinkWithConsultation) => ({
  link_id: link.id,
  lead_id: link.leadId,
  consultation_id: link.consultationId,
  type: link.type,
  attorney_id: link.attorneyId,
  created_at: createdAt(link.id),
  expires_at: expiryOf({ link, consultation }),
});

const revokedLinkRow = ({ kind, id, lastFour }: StoredKey) => {
  if (kind !== "link") throw new Error("The id is that of a key: revoke it with `key revoke`.");
  return { link_id: id, last_four: lastFour };
};

/** A link is also a key, with the same id. */
export const LINK_COMMANDS = [
  operatorCommand({
    usage: "list <firm>",
    description: "list the links that a firm has made for clients, without their addresses",
    examples: ["<firm>", "<firm> --lead <lead>"],
    run: listLinks,
  }).option("--lead <lead>", "the id of their lead", parseId("lead")),
  operatorCommand({
    usage: "revoke <firm> <link>",
    description: "delete a link; what was booked by it stays",
    examples: ["<firm> <link> --confirm <firm>"],
    confirms: "the firm's id",
    run: revoke(revokedLinkRow),
  }),
];
