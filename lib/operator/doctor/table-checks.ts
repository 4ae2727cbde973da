import type { TableDescription } from "@aws-sdk/client-dynamodb";
import { INDEXES } from "../../stacks/constructs/intake-table.ts";
import { resolveStage } from "../../stacks/stage.ts";
import { type Deployment, tableOf } from "../deployment.ts";
import { describeBackups, describeTable, describeTimeToLive } from "../table-settings.ts";
import { CHANGED, type Check, expectThat, type Finding } from "./check.ts";

const WAIT = { action: "wait until it is ACTIVE, or restore the table", runbook: "changed-settings" };

const checkStatus = ({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription): Finding[] => [
  expectThat(TableStatus === "ACTIVE", "table", TableStatus ?? "missing", WAIT),
  ...Object.keys(INDEXES).map((name) => {
    const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name);
    const status = index?.IndexStatus ?? "missing";
    return expectThat(status === "ACTIVE", `index ${name}`, status, WAIT);
  }),
];

const checkStream = ({ StreamSpecification }: TableDescription): Finding => {
  const view = StreamSpecification?.StreamEnabled ? StreamSpecification.StreamViewType : "off";
  return expectThat(view === "NEW_AND_OLD_IMAGES", "table stream", String(view), CHANGED);
};

const checkTimeToLive = async (deployment: Deployment): Promise<Finding[]> => {
  const { TimeToLiveStatus = "DISABLED", AttributeName = "" } =
    (await describeTimeToLive(tableOf(deployment))) ?? {};
  const isOn = TimeToLiveStatus === "ENABLED" && AttributeName === "expiresAtEpochSeconds";
  return [expectThat(isOn, "expiry of items", `${TimeToLiveStatus} ${AttributeName}`.trimEnd(), CHANGED)];
};

const checkRecovery = async (deployment: Deployment): Promise<Finding[]> => {
  const { PointInTimeRecoveryStatus: status = "DISABLED" } =
    (await describeBackups(tableOf(deployment))) ?? {};
  return [expectThat(status === "ENABLED", "point-in-time recovery", status, CHANGED)];
};

const checkProtection = async (deployment: Deployment): Promise<Finding[]> => {
  const { DeletionProtectionEnabled = false, OnDemandThroughput } = await describeTable(tableOf(deployment));
  const { keepsState = false } = resolveStage(deployment.stage ?? "");
  const limits = [OnDemandThroughput?.MaxReadRequestUnits, OnDemandThroughput?.MaxWriteRequestUnits];
  const isLimited = limits.some((limit = -1) => limit >= 0);
  return [
    expectThat(
      DeletionProtectionEnabled || !keepsState,
      "deletion protection",
      DeletionProtectionEnabled ? "on" : "off",
      CHANGED,
    ),
    expectThat(!isLimited, "throughput limit of the table", isLimited ? limits.join(" ") : "none", CHANGED),
  ];
};

export const TABLE_CHECKS: readonly Check[] = [
  {
    name: "table",
    isHostedLocally: true,
    run: async (deployment) => {
      const table = await describeTable(tableOf(deployment));
      return [...checkStatus(table), checkStream(table)];
    },
  },
  { name: "expiry of items", isHostedLocally: false, run: checkTimeToLive },
  { name: "point-in-time recovery", isHostedLocally: false, run: checkRecovery },
  { name: "deletion protection", isHostedLocally: false, run: checkProtection },
];
