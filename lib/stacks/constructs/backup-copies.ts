import { Duration, Stack } from "aws-cdk-lib";
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type IBackupVault,
} from "aws-cdk-lib/aws-backup";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Schedule } from "aws-cdk-lib/aws-events";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { BackupCopySettings } from "../stage-settings.ts";
import type { Alarms } from "./alarms.ts";
import { InlineRole } from "./inline-role.ts";
import { countMetric } from "./service-metrics.ts";

type BackupCopiesProps = BackupCopySettings & { readonly table: ITable; readonly alarms: Alarms };

/** The retention of the copied backup in this account, which relies on point-in-time recovery itself. */
const OWN_RETENTION = Duration.days(2);

const ONE_HOUR = Duration.hours(1);

/** Copies the table into a vault of another account each day, out of reach of an intruder in this one. */
export class BackupCopies extends Construct {
  constructor(scope: Construct, id: string, props: BackupCopiesProps) {
    super(scope, id);
    const { table, alarms, vaultArn, retentionDays } = props;
    const vault = new BackupVault(this, "Vault");
    const copies = BackupVault.fromBackupVaultArn(this, "Copies", vaultArn);
    const plan = new BackupPlan(this, "Plan", { backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: "daily",
        scheduleExpression: Schedule.cron({ hour: "5", minute: "0" }),
        deleteAfter: OWN_RETENTION,
        copyActions: [{ destinationBackupVault: copies, deleteAfter: Duration.days(retentionDays) }],
      }),
    );
    const role = new InlineRole(this, "Role", { assumedBy: new ServicePrincipal("backup.amazonaws.com") });
    const grants = [
      {
        actions: ["dynamodb:DescribeTable", "dynamodb:ListTagsOfResource", "dynamodb:StartAwsBackupJob"],
        resources: [table.tableArn],
      },
      { actions: ["backup:DescribeBackupVault"], resources: [vault.backupVaultArn, vaultArn] },
      { actions: ["backup:CopyIntoBackupVault"], resources: [vaultArn] },
      {
        // The action supports no narrower resource.
        actions: ["backup:CopyFromBackupVault"],
        resources: ["*"],
        conditions: { "ForAllValues:ArnEquals": { "backup:CopyTargets": [vaultArn] } },
      },
      {
        // Backups get the tags of the table. AWS Backup fails the jobs of a role that may not set them.
        actions: ["backup:TagResource"],
        resources: [`arn:aws:backup:*:${Stack.of(this).account}:recovery-point:*`],
      },
    ];
    for (const grant of grants) role.addToPrincipalPolicy(new PolicyStatement(grant));
    plan.addSelection("Table", {
      role,
      disableDefaultBackupPolicy: true,
      resources: [BackupResource.fromDynamoDbTable(table)],
    });
    this.#addAlarm(alarms, copies);
  }

  #addAlarm(alarms: Alarms, copies: IBackupVault) {
    alarms.add(this, "MissingAlarm", {
      metric: new MathExpression({
        label: "hours without a copy",
        expression: "IF(completed > 0, 0, 1)",
        usingMetrics: {
          // A copy is counted under the name of its target vault.
          completed: countMetric({
            namespace: "AWS/Backup",
            metricName: "NumberOfCopyJobsCompleted",
            dimensionsMap: { BackupVaultName: copies.backupVaultName },
            period: ONE_HOUR,
          }),
        },
        period: ONE_HOUR,
      }),
      above: 0,
      // A day, plus the possible difference between the durations of two copies.
      periods: 30,
      ringsWhenMissing: true,
      urgency: "ticket",
      impact: "The firms' records of a day have no copy in the other account.",
      runbook: "missing-backup-copies",
    });
  }
}
