import {
  ContinuousBackupsUnavailableException,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  RestoreTableToPointInTimeCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { createTable } from "../../../lib/local/dynamodb/create-table.ts";
import { batchesOf } from "../../../shared/runtime/collections.ts";
import { newFirm } from "../../support/firms.ts";
import { runForJson } from "../../support/operator.ts";
import { scanItems } from "../../support/scan-table.ts";
import { answerCommands } from "../../support/simulated-backups.ts";
import { declaredResources, useTable } from "../../support/test-table.ts";

const table = useTable({ stream: true });
const RESTORED = `${table.name}-restored`;
const restored = { client: table.client, name: RESTORED };

const EARLIEST = new Date("2026-10-18T00:00:00Z");
const LATEST = new Date("2026-11-22T08:00:00Z");

/** A client whose commands nobody answers but DynamoDB Local. */
const unanswered = new DynamoDBClient({});

/** State that DynamoDB Local lacks: backups and tags. */
let tags: unknown[];
let backups: unknown[];
let restores: { readonly RestoreDateTime?: Date }[];
let stackTables: string[];
/** The number of refusals to back up a new table that are left. */
let refusals: number;

const [declared] = Object.values(declaredResources("AWS::DynamoDB::Table"));

/** Restores a table with items, keys and indexes, and without stream and expiry. */
const restore = async () => {
  const { TimeToLiveSpecification: _expiry, ...properties } = declared?.Properties ?? {};
  await createTable(table.client, properties, RESTORED, { stream: false });
  const puts = (await scanItems(table)).map((Item) => ({ PutRequest: { Item } }));
  for (const batch of batchesOf(puts, 25))
    await table.client.send(new BatchWriteCommand({ RequestItems: { [RESTORED]: batch } }));
};

const answers = new Map<unknown, (input: Record<string, unknown>) => unknown>([
  [
    DescribeContinuousBackupsCommand,
    () => ({
      ContinuousBackupsDescription: {
        PointInTimeRecoveryDescription: {
          EarliestRestorableDateTime: EARLIEST,
          LatestRestorableDateTime: LATEST,
        },
      },
    }),
  ],
  [
    RestoreTableToPointInTimeCommand,
    async (input) => {
      restores.push(input);
      await restore();
    },
  ],
  [
    DescribeTableCommand,
    async ({ TableName }) => {
      const { Table } = await unanswered.send(new DescribeTableCommand({ TableName: String(TableName) }));
      const [{ RestoreDateTime = LATEST } = {}] = restores;
      const isRestored = TableName === RESTORED && restores.length > 0;
      return { Table: { ...Table, ...(isRestored && { RestoreSummary: { RestoreDateTime } }) } };
    },
  ],
  [
    UpdateContinuousBackupsCommand,
    (input) => {
      if (refusals-- <= 0) return backups.push(input);
      const message = "Backups are being enabled for the table. Please retry later";
      throw new ContinuousBackupsUnavailableException({ message, $metadata: {} });
    },
  ],
  [
    ListTagsOfResourceCommand,
    ({ ResourceArn }) => ({
      Tags: [
        { Key: "service", Value: "intake" },
        ...(stackTables.some((name) => String(ResourceArn).endsWith(`/${name}`))
          ? [{ Key: "aws:cloudformation:stack-name", Value: "intake-prod" }]
          : []),
      ],
    }),
  ],
  [TagResourceCommand, (input) => tags.push(input.Tags)],
]);

beforeEach(async () => {
  [tags, backups, restores, stackTables, refusals] = [[], [], [], [table.name], 0];
  await table.client.send(new UpdateTableCommand({ TableName: table.name, DeletionProtectionEnabled: true }));
  answerCommands(answers);
});
afterEach(async () => {
  for (const TableName of [table.name, RESTORED]) {
    const change = new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false });
    await table.client.send(change).catch(() => {});
  }
  await table.client.send(new DeleteTableCommand({ TableName: RESTORED })).catch(() => {});
});

const restoreTo = (name: string, ...options: string[]) => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  return runForJson(table, "backup restore", "--to", name, ...options);
};
const run = (...options: string[]) => restoreTo(RESTORED, ...options);

describe("backup restore", () => {
  it("restores into a new table, and adds what a restore leaves out", async () => {
    await newFirm(table);
    const result = await run("--at", "2026-11-21T10:00:00Z");
    expect(restores).toEqual([
      {
        SourceTableName: table.name,
        TargetTableName: RESTORED,
        RestoreDateTime: new Date("2026-11-21T10:00:00Z"),
      },
    ]);
    const { Table } = await table.client.send(new DescribeTableCommand({ TableName: RESTORED }));
    expect(Table).toMatchObject({
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
      DeletionProtectionEnabled: true,
    });
    const { TimeToLiveDescription } = await table.client.send(
      new DescribeTimeToLiveCommand({ TableName: RESTORED }),
    );
    expect(TimeToLiveDescription?.AttributeName).toBe("expiresAtEpochSeconds");
    expect(backups).toMatchObject([
      {
        TableName: RESTORED,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    ]);
    expect(tags).toEqual([[{ Key: "service", Value: "intake" }]]);
    const items = (await scanItems(restored)).length;
    expect(items).toBeGreaterThan(1);
    expect(result).toEqual({
      table: RESTORED,
      at: "2026-11-21T10:00:00.000Z",
      stream_arn: Table?.LatestStreamArn,
      different: [],
      continued_logs: 0,
      items,
      items_of_original: items,
    });
    // Progress is reported at most once a second, whatever the number of pages.
    expect(console.error).not.toHaveBeenCalledWith(expect.stringContaining("counted"));
  });

  it("waits for the new table while its backups are being enabled", async () => {
    await newFirm(table);
    refusals = 2;
    expect(await run("--at", "latest")).toMatchObject({ table: RESTORED, different: [] });
    expect(backups).toHaveLength(1);
  });

  it("only prepares and compares an existing table, and reports what differs", async () => {
    await newFirm(table);
    const { GlobalSecondaryIndexes } = declared?.Properties ?? {};
    const [lost, ...others] = GlobalSecondaryIndexes as { IndexName: string }[];
    await createTable(table.client, { ...declared?.Properties, GlobalSecondaryIndexes: others }, RESTORED, {
      stream: false,
    });
    const result = await run("--at", "latest");
    expect(restores).toEqual([]);
    expect(result).toMatchObject({ different: [`index ${lost?.IndexName}`], items: 0 });
    expect(result.items_of_original).toBeGreaterThan(1);
  });

  it("changes no table of another stack", async () => {
    await createTable(table.client, declared?.Properties, RESTORED, { stream: false });
    stackTables.push(RESTORED);
    await expect(run("--at", "latest")).rejects.toThrow(`${RESTORED} belongs to a stack`);
    expect([tags, backups, restores]).toEqual([[], [], []]);
  });

  it("names the latest restorable instant, which `compare` needs", async () => {
    expect(await run("--at", "latest")).toMatchObject({ at: LATEST.toISOString() });
    expect(restores).toMatchObject([{ UseLatestRestorableTime: true }]);
  });

  it("refuses an instant that is too early, too late or invalid", async () => {
    await expect(run("--at", "2026-10-17T23:59:59Z")).rejects.toThrow(EARLIEST.toISOString());
    await expect(run("--at", "2026-11-22T08:00:01Z")).rejects.toThrow(LATEST.toISOString());
    for (const text of ["2026-11-22", "2026-11-31T10:00:00Z", "2026-11-21T10:00:00"])
      await expect(run("--at", text)).rejects.toThrow("must be an instant");
    await expect(restoreTo(table.name, "--at", "latest")).rejects.toThrow("must name a new table");
    expect(restores).toEqual([]);
  });
});
