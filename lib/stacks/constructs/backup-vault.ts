import { Duration } from "aws-cdk-lib";
import { BackupVault } from "aws-cdk-lib/aws-backup";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { BackupCopySettings } from "../stage-settings.ts";
import type { Alarms } from "./alarms.ts";
import { countMetric } from "./service-metrics.ts";

type DailyBackupVaultProps = BackupCopySettings & { readonly alarms: Alarms };

const ONE_HOUR = Duration.hours(1);

/** The vault in which each day's backup waits for its copy to another account, and the alarm where none arrives there. */
export class DailyBackupVault extends Construct {
  readonly vault: BackupVault;

  constructor(scope: Construct, id: string, { alarms, vaultArn }: DailyBackupVaultProps) {
    super(scope, id);
    this.vault = new BackupVault(this, "Vault");
    const copies = BackupVault.fromBackupVaultArn(this, "Copies", vaultArn);
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
