/** Daily copies of the table in another account. */
export type BackupCopySettings = {
  /** The vault of the other account. */
  readonly vaultArn: string;
  /** How long that account keeps a copy: 7 to 35 days. */
  readonly retentionDays: number;
};

export type RestoredTable = { readonly tableArn: string; readonly tableStreamArn: string };

const VAULT = /^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/;
const STREAM = /^arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w.:-]+$/;
const RETENTION_DAYS = { least: 7, most: 35 };

/** @throws Error if the vault is no ARN of one, or the retention is out of range */
export const checkBackupCopies = ({ vaultArn, retentionDays }: BackupCopySettings) => {
  const { least, most } = RETENTION_DAYS;
  if (!VAULT.test(vaultArn)) throw new Error("vaultArn is not the ARN of a backup vault.");
  if (!Number.isInteger(retentionDays) || retentionDays < least || retentionDays > most)
    throw new Error(`retentionDays is not a number from ${least} to ${most}.`);
};

/** @throws Error if it is no ARN of a table's stream */
export const restoredTableOf = (tableStreamArn: string): RestoredTable => {
  if (!STREAM.test(tableStreamArn)) throw new Error("restoredTableStreamArn is not the ARN of a stream.");
  return { tableArn: tableStreamArn.replace(/\/stream\/.*/, ""), tableStreamArn };
};
