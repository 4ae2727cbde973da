import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { type CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import * as z from "zod";
import { ROLLS_BACK } from "../constructs/alarms.ts";
import { listResources } from "./stack-state.ts";

const template = z.object({
  Resources: z.record(z.string(), z.object({ Metadata: z.record(z.string(), z.unknown()).optional() })),
});

/** Returns the logical ids of the alarms that roll back a deployment of this template. */
export const rollbackAlarmIds = (templateText: string): string[] =>
  Object.entries(template.parse(JSON.parse(templateText)).Resources).flatMap(([id, { Metadata }]) =>
    Metadata?.[ROLLS_BACK] === true ? [id] : [],
  );

type Options = { readonly assembly: string; readonly stackName: string };
type Clients = { readonly cloudFormation: CloudFormationClient; readonly cloudWatch: CloudWatchClient };

type RollbackAlarms = {
  /** ARNs of the alarms that CloudFormation must watch. */
  readonly watched: string[];
  /** Names of alarms that already ring: CloudFormation would roll back any deployment, even one that ends the fault. */
  readonly ringing: string[];
};

/** Reads the alarms that are deployed and stay in the new template, because CloudFormation refuses others. */
export const readRollbackAlarms = async (
  { cloudFormation, cloudWatch }: Clients,
  { assembly, stackName }: Options,
): Promise<RollbackAlarms> => {
  const ids = rollbackAlarmIds(readFileSync(join(assembly, `${stackName}.template.json`), "utf8"));
  const names = (await listResources(cloudFormation, stackName)).flatMap(
    ({ LogicalResourceId = "", PhysicalResourceId }) =>
      ids.includes(LogicalResourceId) && PhysicalResourceId ? [PhysicalResourceId] : [],
  );
  if (names.length === 0) return { watched: [], ringing: [] };
  const { MetricAlarms = [] } = await cloudWatch.send(new DescribeAlarmsCommand({ AlarmNames: names }));
  const rings = MetricAlarms.filter(({ StateValue }) => StateValue === "ALARM");
  return {
    watched: MetricAlarms.flatMap((alarm) => (rings.includes(alarm) ? [] : [alarm.AlarmArn ?? ""])),
    ringing: rings.map(({ AlarmName = "" }) => AlarmName),
  };
};

const TRIGGER = "--rollback-trigger-alarm-arns";

/** Ends the watch of the last deployment's alarms, which CloudFormation otherwise keeps. */
export const UNWATCHED = [TRIGGER, "none", "--monitoring-time-minutes", "0"];

/**
 * Repeats the option before each alarm, because the CDK CLI takes one value of it, and further ones as names of stacks.
 */
export const rollbackOptions = (alarms: readonly string[], monitoringMinutes = 0): string[] =>
  alarms.length === 0
    ? UNWATCHED
    : [...alarms.flatMap((arn) => [TRIGGER, arn]), "--monitoring-time-minutes", String(monitoringMinutes)];
