import { Duration } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Schedule } from "aws-cdk-lib/aws-events";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { BackupCopySettings } from "../backups.ts";
import { InlineRole } from "./inline-role.ts";

type BackupCopiesProps = BackupCopySettings & { readonly table: ITable };

/** How long the backup that is copied stays in this account: point-in-time recovery serves the account itself. */
const OWN_RETENTION = Duration.days(2);

/** Copies the table into a vault of another account each day, out of reach of whoever gets into this one. */
export class BackupCopies extends Construct {
  constructor(scope: Construct, id: string, props: BackupCopiesProps) {
    super(scope, id);
    const { table, vaultArn, retentionDays } = props;
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
        // Supports no narrower resource.
        actions: ["backup:CopyFromBackupVault"],
        resources: ["*"],
        conditions: { "ForAllValues:ArnEquals": { "backup:CopyTargets": [vaultArn] } },
      },
    ];
    for (const grant of grants) role.addToPrincipalPolicy(new PolicyStatement(grant));
    plan.addSelection("Table", {
      role,
      disableDefaultBackupPolicy: true,
      resources: [BackupResource.fromDynamoDbTable(table)],
    });
  }
}
