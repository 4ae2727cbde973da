import type { Node } from "constructs";

/** Where copies of the table go, and which table the stack works on, given by `--context`. */
export type Backups = {
  /** `backupVaultArn`: the vault of another account that gets a copy of the table each day. */
  readonly vaultArn: string | undefined;
  /** `backupRetentionDays`: how long that account keeps a copy. */
  readonly retentionDays: number;
  /** `restoredTableStreamArn`: a restored table, by its stream, which takes the place of the stack's own. */
  readonly restoredTable: RestoredTable | undefined;
};

export type RestoredTable = { readonly tableArn: string; readonly tableStreamArn: string };

const VAULT = /^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/;
const STREAM = /^arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w.:-]+$/;
const RETENTION_DAYS = { least: 7, most: 35 };

/** @throws Error if a value is no ARN of its kind, or the retention is out of range */
export const readBackups = (node: Node): Backups => {
  const retentionDays = Number(node.tryGetContext("backupRetentionDays") || RETENTION_DAYS.most);
  const { least, most } = RETENTION_DAYS;
  if (!Number.isInteger(retentionDays) || retentionDays < least || retentionDays > most)
    throw new Error(`The context backupRetentionDays is not a number from ${least} to ${most}.`);
  return {
    vaultArn: readArn(node, "backupVaultArn", VAULT),
    retentionDays,
    restoredTable: readRestoredTable(node),
  };
};

const readRestoredTable = (node: Node): RestoredTable | undefined => {
  const tableStreamArn = readArn(node, "restoredTableStreamArn", STREAM);
  if (tableStreamArn === undefined) return undefined;
  return { tableArn: tableStreamArn.replace(/\/stream\/.*/, ""), tableStreamArn };
};

const readArn = (node: Node, name: string, pattern: RegExp): string | undefined => {
  const arn: string | undefined = node.tryGetContext(name) || undefined;
  if (arn !== undefined && !pattern.test(arn)) throw new Error(`The context ${name} is not such an ARN.`);
  return arn;
};
