import * as z from "zod";
import type { SynthesizedTemplate } from "../synthesized-templates.ts";
import { type Metric, metricAlarmStates, type World } from "./alarm-states.ts";
import { type Fault, MINUTES, type Probe, simulateDay } from "./simulated-days.ts";

const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).optional() }),
  ),
});

type DeclaredAlarm = {
  readonly stackName: string;
  readonly id: string;
  readonly name: string;
  readonly topic: "page" | "ticket";
  readonly properties: Record<string, unknown>;
};

export type DeclaredResource = ReturnType<typeof declaredResources>[number];

/** Returns all resources of some stacks. */
export const declaredResources = (templates: readonly SynthesizedTemplate[]) =>
  templates.flatMap(({ stackName, text }) =>
    Object.entries(template.parse(JSON.parse(text)).Resources).map(([id, { Type, Properties = {} }]) => ({
      stackName,
      id,
      name: id.replace(/[0-9A-F]{8}$/, ""),
      type: Type,
      properties: Properties,
    })),
  );

export const declaredAlarms = (templates: readonly SynthesizedTemplate[]): DeclaredAlarm[] =>
  declaredResources(templates)
    .filter(({ type }) => type === "AWS::CloudWatch::Alarm")
    .map((alarm) => ({
      ...alarm,
      topic: JSON.stringify(alarm.properties.AlarmActions).includes("Tickets") ? "ticket" : "page",
    }));

/** An alarm that rings from a minute until another one, or to the end of the simulation. */
type Ring = Pick<DeclaredAlarm, "name" | "topic"> & { readonly from: number; readonly to: number };

type DayOptions = {
  readonly leadsPerDay: number;
  readonly fault: Fault | undefined;
  readonly probe: Probe;
  /** The metrics that ever have numbers; the default is all. */
  readonly hasNumbers?: (metric: Metric) => boolean;
};

/** Returns each time that an alarm of a stage begins to ring in two simulated days, the second with a fault. */
export const ringsOf = (
  alarms: readonly DeclaredAlarm[],
  { fault, hasNumbers = () => true, ...others }: DayOptions,
): Ring[] => {
  const day = simulateDay({ ...others, ...(fault && { fault }) });
  const world: World = (metric, minute) => (hasNumbers(metric) ? day(metric, minute) : []);
  return alarms.flatMap(({ name, topic, properties }) => {
    const states = metricAlarmStates(properties, world, MINUTES);
    return states.flatMap((rings, from) => {
      if (!rings || states[from - 1]) return [];
      const end = states.indexOf(false, from);
      return [{ name, topic, from, to: end < 0 ? MINUTES : end }];
    });
  });
};
