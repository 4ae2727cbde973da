import { findKey, revokeKey } from "../../shared/keys/revoke-key.ts";
import { expiryOf, type Link } from "../../shared/links/link.rules.ts";
import { walkLinks } from "../../shared/links/link.store.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import {
  type ConfirmOptions,
  isConfirmed,
  type OperatorOptions,
  operatorCommand,
  withConfirmation,
} from "./operator-command.ts";
import { printRecord, printRows } from "./output.ts";
import { openFirm } from "./select-firms.ts";

const CONFIRMED = "the firm's id";

const list = async (firm: string, { lead, ...options }: OperatorOptions & { readonly lead?: string }) => {
  const { table, firmId } = await openFirm(firm, options);
  const rows = [];
  for await (const link of walkLinks(table, firmId))
    if (lead === undefined || link.leadId === lead.toLowerCase()) rows.push(linkRow(link));
  printRows(rows, options);
};

const revoke = async (firm: string, id: string, options: OperatorOptions & ConfirmOptions) => {
  const { table, firmId } = await openFirm(firm, options);
  const key = await findKey(table, firmId, id);
  if (key.kind !== "link") throw new Error("The id is that of a key: revoke it with `key revoke`.");
  const revoked = isConfirmed(options, firmId, CONFIRMED);
  if (revoked) await revokeKey(table, firmId, key);
  printRecord({ revoked, link_id: key.id, last_four: key.lastFour }, options);
};

const linkRow = (link: Link) => ({
  link_id: link.id,
  lead_id: link.leadId,
  consultation_id: link.consultationId,
  type: link.type,
  attorney_id: link.attorneyId,
  created_at: createdAt(link.id),
  expires_at: expiryOf(link),
});

export const linkListCommand = () =>
  operatorCommand({
    usage: "list <firm>",
    description: "list the links that a firm has made for clients, without their addresses",
    examples: ["<firm>", "<firm> --lead <lead>"],
  })
    .option("--lead <lead>", "of the lead for whom they were made")
    .action(list);

export const linkRevokeCommand = () =>
  withConfirmation(
    operatorCommand({
      usage: "revoke <firm> <link>",
      description: "delete a link; what was booked by it stays",
      examples: ["<firm> <link> --confirm <firm>"],
    }),
    CONFIRMED,
  ).action(revoke);
