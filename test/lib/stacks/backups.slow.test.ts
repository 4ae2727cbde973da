import { describe, expect, it } from "@jest/globals";
import { Match, type Template } from "aws-cdk-lib/assertions";
import type { StageSettings } from "../../../lib/stacks/stage-settings.ts";
import { metricStatsOf } from "../../support/alarms/alarm-states.ts";
import { COPIES, PLAIN } from "../../support/stage-options.ts";
import { linkedTemplate, synthesizeTemplates } from "../../support/synthesized-templates.ts";

const templatesWith = (settings: StageSettings) => synthesizeTemplates("dev", { ...PLAIN, ...settings });
const templateWith = (settings: StageSettings) => linkedTemplate(templatesWith(settings));

const VAULT = COPIES.vaultArn;
const TABLE = "arn:aws:dynamodb:us-east-1:111111111111:table/intake-restored";
const STREAM = `${TABLE}/stream/2026-11-22T08:00:00.000`;

/** The table of a stream, as the stack that copies it learns of it. */
const tableOf = (stream: unknown) => ({ "Fn::Select": [0, { "Fn::Split": ["/stream/", stream] }] });

describe("copies in another account", () => {
  it("are absent unless a deployment names a vault", () => {
    templateWith({}).resourceCountIs("AWS::Backup::BackupPlan", 0);
  });

  it("are made each day and kept as long as the deployment says; this account's backups are kept for two days", () => {
    const template = templateWith({ backupCopies: COPIES });
    template.hasResourceProperties("AWS::Backup::BackupPlan", {
      BackupPlan: {
        BackupPlanRule: [
          {
            ScheduleExpression: "cron(0 5 * * ? *)",
            Lifecycle: { DeleteAfterDays: 2 },
            CopyActions: [
              { DestinationBackupVaultArn: VAULT, Lifecycle: { DeleteAfterDays: COPIES.retentionDays } },
            ],
          },
        ],
      },
    });
    template.hasResourceProperties("AWS::Backup::BackupSelection", {
      BackupSelection: {
        Resources: [tableOf({ "Fn::GetAtt": [Match.stringLikeRegexp("^Table"), "StreamArn"] })],
      },
    });
  });

  it("sound an alarm when no copy, which AWS Backup counts under its vault, is completed for thirty hours", () => {
    const template = templateWith({ backupCopies: COPIES });
    const alarms = Object.entries(template.findResources("AWS::CloudWatch::Alarm"));
    const missing = alarms.find(([id]) => id.startsWith("BackupsMissing"))?.[1].Properties;
    const [counted] = metricStatsOf(missing);
    expect(counted?.Metric).toMatchObject({
      MetricName: "NumberOfCopyJobsCompleted",
      Dimensions: [{ Value: "intake-copies" }],
    });
    expect([missing.EvaluationPeriods, missing.TreatMissingData]).toEqual([30, "breaching"]);
  });

  it("leave no vault behind when their creation fails, and otherwise keep it", () => {
    templateWith({ backupCopies: COPIES }).hasResource("AWS::Backup::BackupVault", {
      DeletionPolicy: "RetainExceptOnCreate",
      UpdateReplacePolicy: "Retain",
    });
  });

  it("are made by a role that may read the table and write to that vault alone", () => {
    const template = templateWith({ backupCopies: COPIES });
    const roles = Object.values(
      template.findResources("AWS::IAM::Role", {
        Properties: {
          AssumeRolePolicyDocument: {
            Statement: [{ Principal: { Service: "backup.amazonaws.com" } }],
          },
        },
      }),
    );
    expect(roles).toHaveLength(1);
    expect(roles[0]?.Properties.ManagedPolicyArns).toBeUndefined();
    const statements: { Action: string | string[]; Resource: unknown; Condition?: unknown }[] =
      roles[0]?.Properties.Policies[0].PolicyDocument.Statement;
    const actions = statements.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => /\*|Delete|Restore|PutItem|Scan/.test(action))).toEqual([]);
    expect(statements).toContainEqual({
      Action: "backup:CopyIntoBackupVault",
      Effect: "Allow",
      Resource: VAULT,
    });
    // Backups get the table's tags, which are those of its stack: each job fails without the grant.
    expect(statements).toContainEqual({
      Action: "backup:TagResource",
      Effect: "Allow",
      Resource: `arn:aws:backup:*:${PLAIN.env.account}:recovery-point:*`,
    });
    const [copyFrom] = statements.filter(({ Resource }) => Resource === "*");
    expect(copyFrom).toMatchObject({
      Action: "backup:CopyFromBackupVault",
      Condition: { "ForAllValues:ArnEquals": { "backup:CopyTargets": [VAULT] } },
    });
  });

  it.each([
    [{ backupCopies: { ...COPIES, vaultArn: "intake-copies" } }, "vaultArn"],
    [{ backupCopies: { ...COPIES, retentionDays: 6 } }, "retentionDays"],
    [{ backupCopies: { ...COPIES, retentionDays: 36 } }, "retentionDays"],
    [{ backupCopies: { ...COPIES, retentionDays: 7.5 } }, "retentionDays"],
    [{ restoredTableStreamArn: TABLE }, "restoredTableStreamArn"],
  ])("are refused with the settings %j", (settings, message) => {
    expect(() => templateWith(settings)).toThrow(message);
  });
});

describe("a restored table", () => {
  const own = templateWith({ backupCopies: COPIES });
  const settings = { restoredTableStreamArn: STREAM, backupCopies: COPIES };
  const restored = templateWith(settings);
  const [ownTable] = Object.keys(own.findResources("AWS::DynamoDB::Table"));

  it("takes the place of the stack's own, which stays as it was", () => {
    const { [ownTable ?? ""]: table, ...others } = restored.toJSON().Resources;
    expect({ [ownTable ?? ""]: table }).toEqual(own.findResources("AWS::DynamoDB::Table"));
    expect(JSON.stringify(others)).not.toContain(ownTable);
  });

  it("is imported by its name, with the indexes and settings of the stack's own, and is retained as imports demand", () => {
    const { [ownTable ?? ""]: table, ...imported } = restored.findResources("AWS::DynamoDB::Table");
    const { Properties, ...policies } = table ?? {};
    expect(Object.values(imported)).toEqual([
      { ...policies, Properties: { ...Properties, TableName: "intake-restored" } },
    ]);
    expect(policies).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
  });

  it("leaves the stack's own table to be deleted once the stage releases it", () => {
    const released = templateWith({ ...settings, releasesOwnTable: true });
    const tables = Object.values(released.findResources("AWS::DynamoDB::Table"));
    expect(tables.map(({ Properties }) => Properties.TableName)).toEqual(["intake-restored"]);
    expect(() => templateWith({ releasesOwnTable: true })).toThrow("only when a restored one");
  });

  it("is the one that every function gets and is granted, and each statement has its conditions", () => {
    for (const { Properties } of Object.values(restored.findResources("AWS::Lambda::Function"))) {
      expect(Properties.Environment.Variables.TABLE_NAME).toBe("intake-restored");
    }
    const rolesOf = (template: Template) => JSON.stringify(template.findResources("AWS::IAM::Role"));
    const expected = rolesOf(own)
      .replaceAll(`{"Fn::GetAtt":["${ownTable}","StreamArn"]}`, JSON.stringify(STREAM))
      .replaceAll(
        `{"Fn::Join":["",[{"Fn::GetAtt":["${ownTable}","Arn"]},"/index/*"]]}`,
        JSON.stringify(`${TABLE}/index/*`),
      )
      .replaceAll(`{"Fn::GetAtt":["${ownTable}","Arn"]}`, JSON.stringify(TABLE));
    expect(JSON.parse(rolesOf(restored))).toEqual(JSON.parse(expected));
  });

  it("is the one that the publisher reads and the backups copy", () => {
    restored.hasResourceProperties("AWS::Lambda::EventSourceMapping", { EventSourceArn: STREAM });
    restored.hasResourceProperties("AWS::Backup::BackupSelection", {
      BackupSelection: { Resources: [tableOf(STREAM)] },
    });
    const outputs = templatesWith(settings).flatMap(({ text }) => {
      const { Outputs = {} } = JSON.parse(text);
      return Outputs.TableName === undefined ? [] : [Outputs.TableName];
    });
    expect(outputs).toEqual([{ Value: "intake-restored" }, { Value: "intake-restored" }]);
  });
});
