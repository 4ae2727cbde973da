import { setTimeout as sleep } from "node:timers/promises";
import {
  ContinuousBackupsUnavailableException,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTagsOfResourceCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { Table } from "../../shared/table/table.ts";

export const describeTable = async ({ client, name }: Table): Promise<TableDescription> => {
  const { Table: description } = await client.send(new DescribeTableCommand({ TableName: name }));
  if (description === undefined) throw new Error(`there is no table ${name}`);
  return description;
};

/** Returns the instants to which the table can be restored, if it can be at all. */
export const describeBackups = async ({ client, name }: Table) => {
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: name }),
  );
  return backups?.PointInTimeRecoveryDescription;
};

const describeTimeToLive = async ({ client, name }: Table) => {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  return TimeToLiveDescription;
};

const listTags = async ({ client }: Table, { TableArn: ResourceArn }: TableDescription) => {
  const { Tags = [] } = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
  return Tags;
};

/** Returns true if CloudFormation made the table. A restored one belongs to no stack. */
export const isOfStack = async (table: Table): Promise<boolean> => {
  const tags = await listTags(table, await describeTable(table));
  return tags.some(({ Key }) => Key === "aws:cloudformation:stack-name");
};

const LONGEST_RESTORE_SECONDS = 24 * 3_600;

/** Waits until the table can be used and changed; a restore takes from minutes to hours. */
export const waitUntilActive = ({ client, name }: Table) =>
  waitUntilTableExists(
    { client, maxWaitTime: LONGEST_RESTORE_SECONDS, minDelay: 1, maxDelay: 20 },
    { TableName: name },
  );

const RECOVERY_POLLS = 300;
const RECOVERY_POLL_MILLISECONDS = 2_000;

/**
 * Enables point-in-time recovery. DynamoDB refuses it for some minutes after it made the table, so this repeats the
 * call.
 */
const enableRecovery = async (table: Table, pollsLeft = RECOVERY_POLLS): Promise<void> => {
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  try {
    await table.client.send(
      new UpdateContinuousBackupsCommand({ TableName: table.name, PointInTimeRecoverySpecification }),
    );
  } catch (error) {
    if (!(error instanceof ContinuousBackupsUnavailableException) || pollsLeft === 0) throw error;
    await sleep(RECOVERY_POLL_MILLISECONDS);
    await enableRecovery(table, pollsLeft - 1);
  }
};

/**
 * Copies the settings that a restore leaves out from the original: stream, expiry, point-in-time recovery, tags and
 * deletion protection. Nobody else sets them: an import into a stack changes nothing in the table, and later updates send
 * only what differs from the template before. Keeps settings that exist, so it can be repeated.
 */
export const copyTableSettings = async (from: Table, to: Table) => {
  const [original, restored] = await Promise.all([describeTable(from), describeTable(to)]);
  const change = async (settings: Omit<UpdateTableCommandInput, "TableName">) => {
    await to.client.send(new UpdateTableCommand({ TableName: to.name, ...settings }));
    await waitUntilActive(to);
  };
  if (original.StreamSpecification && !restored.StreamSpecification?.StreamEnabled)
    await change({ StreamSpecification: original.StreamSpecification });
  const { AttributeName } = (await describeTimeToLive(from)) ?? {};
  if (AttributeName !== undefined && (await describeTimeToLive(to))?.AttributeName !== AttributeName) {
    const TimeToLiveSpecification = { AttributeName, Enabled: true };
    await to.client.send(new UpdateTimeToLiveCommand({ TableName: to.name, TimeToLiveSpecification }));
  }
  await enableRecovery(to);
  // Only AWS may set its own tags.
  const Tags = (await listTags(from, original)).filter(({ Key }) => !Key?.startsWith("aws:"));
  if (Tags.length > 0) await to.client.send(new TagResourceCommand({ ResourceArn: restored.TableArn, Tags }));
  if (original.DeletionProtectionEnabled && !restored.DeletionProtectionEnabled)
    await change({ DeletionProtectionEnabled: true });
};
