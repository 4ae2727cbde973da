import { Duration, Stack } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Schedule } from "aws-cdk-lib/aws-events";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { BackupCopySettings } from "../stage-settings.ts";
import { InlineRole } from "./inline-role.ts";

type DailyBackupPlanProps = BackupCopySettings & {
  readonly table: ITable;
  /** The table's ARN by a parameter: CloudFormation replaces a selection, so it must not read another stack's output. */
  readonly selectedArn: string;
  readonly vault: BackupVault;
};

/** The retention of the copied backup in this account, which relies on point-in-time recovery itself. */
const OWN_RETENTION = Duration.days(2);

/** Copies the table into a vault of another account each day, out of reach of an intruder in this one. */
export class DailyBackupPlan extends Construct {
  constructor(scope: Construct, id: string, props: DailyBackupPlanProps) {
    super(scope, id);
    const { table, selectedArn, vault, vaultArn, retentionDays } = props;
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
      resources: [BackupResource.fromArn(selectedArn)],
    });
  }
}
