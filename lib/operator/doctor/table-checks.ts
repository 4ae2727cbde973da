import type { TableDescription } from "@aws-sdk/client-dynamodb";
import { INDEXES } from "../../stacks/constructs/intake-table.ts";
import { tableOf } from "../deployment.ts";
import { describeTable } from "../table-settings.ts";
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

/** No template declares such a limit, so drift detection does not find one. */
const checkThroughput = ({ OnDemandThroughput }: TableDescription): Finding => {
  const limits = [OnDemandThroughput?.MaxReadRequestUnits, OnDemandThroughput?.MaxWriteRequestUnits];
  const isLimited = limits.some((limit = -1) => limit >= 0);
  return expectThat(
    !isLimited,
    "throughput limit of the table",
    isLimited ? limits.join(" ") : "none",
    CHANGED,
  );
};

export const TABLE_CHECKS: readonly Check[] = [
  {
    name: "table",
    isHostedLocally: true,
    run: async (deployment) => {
      const table = await describeTable(tableOf(deployment));
      return [...checkStatus(table), checkThroughput(table)];
    },
  },
];
