import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { CfnWaitConditionHandle, Stack } from "aws-cdk-lib";
import { createApp } from "../../../../lib/stacks/cdk-app.ts";
import { requireIndexes } from "../../../../lib/stacks/deployment/index-steps.ts";
import {
  type Index,
  type TableProperties,
  tablesOf,
  templateFile,
  writeTables,
} from "../../../../lib/stacks/deployment/indexed-tables.ts";
import { toStage } from "../../../../lib/stacks/resolve-stage.ts";
import { StateStack } from "../../../../lib/stacks/state-stack.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { SimulatedState } from "../../../support/simulated-state.ts";
import { PLAIN } from "../../../support/stage-options.ts";

const STATE = "intake-staging-state";
const folder = mkdtempSync(join(tmpdir(), "intake-indexes-"));
afterAll(() => rmSync(folder, { recursive: true }));

process.env.CDK_VALIDATION = "false";
const app = createApp({ outdir: join(folder, "current") });
new StateStack(app, STATE, toStage("staging", PLAIN));
for (const name of ["intake-staging", "intake-staging-live"])
  new CfnWaitConditionHandle(new Stack(app, name), "Handle");
const CURRENT = app.synth().directory;

const declared = tablesOf(readFileSync(templateFile(CURRENT, STATE), "utf8"));
const [[id, table]] = [...declared] as [[string, TableProperties]];
const CURRENT_NAMES = table.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName).sort();

const indexBy = (attribute: string): Index => ({
  IndexName: `by${attribute}`,
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: attribute, KeyType: "RANGE" },
  ],
  Projection: { ProjectionType: "ALL" },
});

type Change = { readonly add?: readonly Index[]; readonly remove?: readonly string[] };

/** Returns an assembly of a version with other indexes than the current one. */
const assemblyWith = (name: string, { add = [], remove = [] }: Change): string => {
  const assembly = join(folder, name);
  cpSync(CURRENT, assembly, { recursive: true });
  const service = templateFile(assembly, "intake-staging");
  writeFileSync(service, JSON.stringify({ ...JSON.parse(readFileSync(service, "utf8")), Description: name }));
  const GlobalSecondaryIndexes = [
    ...add,
    ...table.GlobalSecondaryIndexes.filter(({ IndexName }) => !remove.includes(IndexName)),
  ];
  const keys = [table, ...GlobalSecondaryIndexes].flatMap(({ KeySchema }) =>
    KeySchema.map(({ AttributeName }) => AttributeName),
  );
  const AttributeDefinitions = [...new Set(keys)].map((AttributeName) => ({
    AttributeName,
    AttributeType: "S",
  }));
  writeTables(assembly, STATE, new Map([[id, { ...table, AttributeDefinitions, GlobalSecondaryIndexes }]]));
  return assembly;
};

const WITH_TWO = assemblyWith("with-two", { add: [indexBy("one"), indexBy("two")] });
const WITH_MORE = assemblyWith("with-more", { add: [indexBy("three"), indexBy("four")] });
const REPLACED = assemblyWith("replaced", {
  add: [indexBy("two"), indexBy("three")],
  remove: ["byStage", "byPhone"],
});

let cloud: SimulatedState;
/** Deploys a version, and forgets what happened. */
const given = async (assembly: string) => {
  cloud = new SimulatedState();
  expect(await cloud.deploy(assembly)).toBe(true);
  cloud.events.length = 0;
};
beforeEach(() => given(CURRENT));

it("a first deployment makes every index with the table", async () => {
  await given(WITH_TWO);
  expect(cloud.indexes).toEqual([...CURRENT_NAMES, "byone", "bytwo"].sort());
});

it("adds indexes one at a time, each complete before the next and before the service that reads it", async () => {
  expect(CURRENT_NAMES).toHaveLength(13);
  expect(await cloud.deploy(WITH_TWO)).toBe(true);
  expect(cloud.events).toEqual(["+byone", "+bytwo", "service"]);
  expect(cloud.indexes).toHaveLength(15);
  expect(cloud.lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching("Making the index byone of intake-staging-state-Table"),
      expect.stringMatching("byone is CREATING, reading the items"),
    ]),
  );
});

describe("an index that a version does not read", () => {
  beforeEach(() => given(WITH_TWO));

  it("stays, since the next deployment may go back to a version that does; the log names it and the command", async () => {
    expect(await cloud.deploy(CURRENT)).toBe(true);
    expect(cloud.events).toEqual(["service"]);
    expect(cloud.lines.at(-1)).toMatch(
      /does not read the indexes byone, bytwo of intake-staging-state-Table.*npm run deploy -- staging --remove-indexes/,
    );
    expect(await cloud.deploy(WITH_TWO)).toBe(true);
    expect(cloud.events).toEqual(["service", "service"]);
  });

  it("is removed by a command, one after the other", async () => {
    expect(await cloud.deploy(CURRENT)).toBe(true);
    expect(await cloud.removeIndexes(CURRENT)).toBe(true);
    expect(cloud.events).toEqual(["service", "-byone", "-bytwo"]);
    expect(cloud.indexes).toEqual(CURRENT_NAMES);
  });

  it("is not removed with the assembly of another version than the one that runs, which may read it", async () => {
    await expect(cloud.removeIndexes(CURRENT)).rejects.toThrow("intake-staging runs another version");
    expect(cloud.indexes).toContain("byone");
  });
});

it("goes from any version to any other, so a stage may skip some", async () => {
  await given(WITH_TWO);
  expect(await cloud.deploy(REPLACED)).toBe(true);
  expect(cloud.events).toEqual(["+bythree", "service"]);
  expect(await cloud.deploy(CURRENT)).toBe(true);
  expect(cloud.indexes).toEqual([...CURRENT_NAMES, "byone", "bythree", "bytwo"].sort());
});

describe("an earlier version, which lacks something that holds state", () => {
  const QUEUE = "PublishEventsDeadLettersF69DE6E8";
  const EARLIER = assemblyWith("earlier", {});
  const file = templateFile(EARLIER, STATE);
  const { Resources, ...others } = JSON.parse(readFileSync(file, "utf8"));
  const { [QUEUE]: queue, ...earlier } = Resources;
  writeFileSync(file, JSON.stringify({ ...others, Resources: earlier }));

  it("is deployed without its state, so that a later version finds everything in its stack", async () => {
    expect(queue).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate" });
    expect(await cloud.deploy(EARLIER)).toBe(true);
    expect(await cloud.deploy(CURRENT)).toBe(true);
    expect(cloud.events).toEqual(["service", "service"]);
    expect(cloud.lines.join()).toContain(
      `intake-staging-state stays as it is: this version lacks ${QUEUE}, which would leave the stack`,
    );
  });

  it("lets go of it on request", async () => {
    expect(await cloud.deploy(EARLIER, undefined, { releasesState: true })).toBe(true);
    expect(cloud.events).toEqual([`lost ${QUEUE}`, "service"]);
  });

  it("is refused if it reads an index that was removed since, which its skipped state would have made", async () => {
    const older = assemblyWith("older", { add: [indexBy("one")] });
    const template = JSON.parse(readFileSync(templateFile(older, STATE), "utf8"));
    delete template.Resources[QUEUE];
    writeFileSync(templateFile(older, STATE), JSON.stringify(template));
    await expect(cloud.deploy(older)).rejects.toThrow("intake-staging-state-Table lacks the index byone");
    expect(cloud.events).toEqual([]);
  });
});

it("changes nothing again once it is deployed", async () => {
  await given(REPLACED);
  expect(await cloud.deploy(REPLACED)).toBe(true);
  expect(cloud.events).toEqual(["service"]);
});

describe("a deployment that does not end well is finished by the next one", () => {
  it("after it was killed at any moment", async () => {
    let kills = 0;
    for (let isKilled = true; isKilled; kills++) {
      await given(WITH_TWO);
      cloud.killedAtPoll = kills;
      isKilled = await cloud.deploy(WITH_MORE).then(
        () => false,
        (error: Error) => error.message === "killed",
      );
      cloud.killedAtPoll = Number.POSITIVE_INFINITY;
      expect(await cloud.deploy(WITH_MORE)).toBe(true);
      expect(cloud.events.filter((event) => event !== "service")).toEqual(["+bythree", "+byfour"]);
    }
    expect(kills).toBeGreaterThan(5);
  });

  it("after the command was killed at any moment, by the same command", async () => {
    let kills = 0;
    for (let isKilled = true; isKilled; kills++) {
      await given(WITH_TWO);
      expect(await cloud.deploy(CURRENT)).toBe(true);
      cloud.killedAtPoll = kills;
      isKilled = await cloud.removeIndexes(CURRENT).then(
        () => false,
        (error: Error) => error.message === "killed",
      );
      cloud.killedAtPoll = Number.POSITIVE_INFINITY;
      expect(await cloud.removeIndexes(CURRENT)).toBe(true);
      expect(cloud.indexes).toEqual(CURRENT_NAMES);
    }
    expect(kills).toBeGreaterThan(5);
  });

  it("after CloudFormation refused a new index, for which the service waits", async () => {
    cloud.faultOf = (each) => (each === "bytwo" ? "refused" : null);
    expect(await cloud.deploy(WITH_TWO)).toBe(false);
    expect(cloud.events).toEqual(["+byone"]);
    cloud.faultOf = () => null;
    expect(await cloud.deploy(WITH_TWO)).toBe(true);
    expect(cloud.indexes).toContain("bytwo");
  });

  it("after the service was rolled back, which still has its indexes", async () => {
    cloud.serviceDeploys = false;
    expect(await cloud.deploy(REPLACED)).toBe(false);
    expect(cloud.indexes).toEqual([...CURRENT_NAMES, "bythree", "bytwo"].sort());
    cloud.serviceDeploys = true;
    expect(await cloud.deploy(CURRENT)).toBe(true);
    expect(await cloud.removeIndexes(CURRENT)).toBe(true);
    expect(cloud.indexes).toEqual(CURRENT_NAMES);
  });

  it("after a rollback that left an index, once somebody has deleted it", async () => {
    cloud.faultOf = (index) => (index === "bytwo" ? "rolled back with the index left" : null);
    expect(await cloud.deploy(WITH_TWO)).toBe(false);
    cloud.faultOf = () => null;
    await expect(cloud.deploy(WITH_TWO)).rejects.toThrow(
      /bytwo that CloudFormation does not know.*aws dynamodb update-table --table-name intake-staging-state-Table .*Delete=\{IndexName=bytwo\}/,
    );
    cloud.deleteIndex("bytwo");
    expect(await cloud.deploy(WITH_TWO)).toBe(true);
  });
});

it("refuses to change an index in place, before it changes anything", async () => {
  const keysOnly: Index = { ...indexBy("sk"), IndexName: "byStage" };
  const changed = assemblyWith("changed", { add: [keysOnly], remove: ["byStage"] });
  await expect(cloud.deploy(changed)).rejects.toThrow(/byStage of .* give it a new name/);
  expect(cloud.events).toEqual([]);
});

it("names an index that somebody has deleted by hand", async () => {
  cloud.deleteIndex("byStage");
  await expect(cloud.deploy(CURRENT)).rejects.toThrow("lacks the index byStage");
});

it("imports a restored table under its own logical id, where later indexes reach it", async () => {
  const restoredTableStreamArn = `arn:aws:dynamodb:us-east-1:111122223333:table/restored/stream/1`;
  const settings = { ...PLAIN, restoredTableStreamArn, paused: "everything" } as const;
  const stage = { ...toStage("staging", settings), env: PLAIN.env };
  const synthesized = createApp({ outdir: join(folder, "restored") });
  new StateStack(synthesized, STATE, stage);
  for (const name of ["intake-staging", "intake-staging-live"])
    new CfnWaitConditionHandle(new Stack(synthesized, name), "Handle");
  const assembly = synthesized.synth().directory;
  const { Resources } = JSON.parse(readFileSync(templateFile(assembly, STATE), "utf8"));
  const [ownId, restoredId = ""] = [...tablesOf(JSON.stringify({ Resources })).keys()];
  expect(ownId).toBe(id);
  expect(Resources[restoredId]).toMatchObject({
    DeletionPolicy: "RetainExceptOnCreate",
    UpdateReplacePolicy: "Retain",
    Properties: { TableName: "restored", DeletionProtectionEnabled: true },
  });

  cloud.restoreTable("restored");
  expect(await cloud.deploy(assembly, stage, { changesTable: true })).toBe(true);
  expect(cloud.events).toEqual([`import restored as ${restoredId}`, "service"]);
  cloud.events.length = 0;

  const { [restoredId]: declared } = Resources;
  const next = join(folder, "restored-with-one");
  cpSync(assembly, next, { recursive: true });
  const properties = {
    ...declared.Properties,
    AttributeDefinitions: [...table.AttributeDefinitions, { AttributeName: "one", AttributeType: "S" }],
    GlobalSecondaryIndexes: [...table.GlobalSecondaryIndexes, indexBy("one")],
  };
  writeTables(next, STATE, new Map([[restoredId, properties]]));
  expect(await cloud.deploy(next, stage)).toBe(true);
  expect(cloud.events).toEqual(["+byone of restored", "service"]);
  expect(cloud.indexesOf("restored")).toEqual([...CURRENT_NAMES, "byone"].sort());
  expect(cloud.indexes).toEqual(CURRENT_NAMES);
});

it("refuses a restored table without a new index", async () => {
  const IndexStatus = "ACTIVE";
  mockClient(DynamoDBClient)
    .on(DescribeTableCommand)
    .resolves({
      Table: {
        TableStatus: "ACTIVE",
        GlobalSecondaryIndexes: CURRENT_NAMES.map((IndexName) => ({ IndexName, IndexStatus })),
      },
    });
  const stack = { dynamoDb: new DynamoDBClient({}), stackName: STATE, wait: async () => {}, log: () => {} };
  await requireIndexes({ ...stack, assembly: CURRENT }, "restored");
  await expect(requireIndexes({ ...stack, assembly: WITH_TWO }, "restored")).rejects.toThrow(
    "The table restored lacks the index byone",
  );
});

/**
 * Every index that was ever released, also those that were removed since. A name never gets other keys or another
 * projection: a stage that skips versions would have to change the index in place, which DynamoDB cannot do.
 */
const RELEASED: Readonly<Record<string, string>> = {
  byActive: "pk / sk leadId / ALL",
  byActiveOfAttorney: "pk attorneyId / sk leadId / ALL",
  byArchivedLead: "pk archivedLeadId / sk / ALL",
  byAssignee: "pk listing assigneeId / sk / ALL",
  byAttention: "pk listing attention / sk / ALL",
  byDue: "dueShard / dueAt / KEYS_ONLY",
  byEmail: "pk leadEmail / sk / ALL",
  byEntry: "pk / entryId / ALL",
  byLead: "pk leadId / sk / ALL",
  byListing: "pk listing / sk / ALL",
  byPhone: "pk leadPhone / sk / ALL",
  byStage: "pk listing stage / sk / ALL",
  byStart: "pk attorneyId / startAt / ALL",
};

const definitionOf = ({ KeySchema, Projection }: Index) => {
  const keys = (type: string) =>
    KeySchema.filter(({ KeyType }) => KeyType === type).map(({ AttributeName }) => AttributeName);
  const { ProjectionType, NonKeyAttributes = [] } = Projection;
  return [keys("HASH"), keys("RANGE"), [ProjectionType, ...NonKeyAttributes]]
    .map((names) => names.join(" "))
    .join(" / ");
};

const unreleased = (index: Index): string[] => {
  const { IndexName: name } = index;
  const definition = definitionOf(index);
  if (RELEASED[name] === definition) return [];
  return [
    RELEASED[name] === undefined
      ? `${name} is new: add it to RELEASED as "${definition}". A deployment makes it before it deploys the code that reads it ("Indexes" in docs/operations.md).`
      : `${name} was released as "${RELEASED[name]}": DynamoDB cannot change an index, so give this one a new name.`,
  ];
};

it("has only indexes that are listed as released, unchanged", () => {
  expect(table.GlobalSecondaryIndexes.flatMap(unreleased)).toEqual([]);
});

it("says what to do about a new index and a changed one", () => {
  expect(unreleased(indexBy("one"))).toEqual([expect.stringMatching(/^byone is new: .* "pk \/ one \/ ALL"/)]);
  expect(unreleased({ ...indexBy("sk"), IndexName: "byStage" })).toEqual([
    expect.stringMatching(/^byStage was released as .* new name/),
  ]);
});
