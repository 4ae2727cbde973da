import type { StageSettings } from "./stage-settings.ts";

type Named = { readonly name: string };

/** The ending of the name of each stack of a stage, in the order of their deployment. */
const SUFFIXES = { state: "-state", edge: "-edge", service: "", live: "-live", probe: "-probe" } as const;

export type StackPart = keyof typeof SUFFIXES;

/** Every stage has these stacks, in its own region. */
export const STAGE_STACKS = ["state", "service", "live"] as const satisfies readonly StackPart[];

/** The only region of CloudFront's certificates, firewalls and metrics. */
export const EDGE_REGION = "us-east-1";

/**
 * Returns the name of a stack of a stage. Separate from stage.ts, so that the operator's commands do not load
 * aws-cdk-lib.
 */
export const stackNameOf = ({ name }: Named, part: StackPart) => `intake-${name}${SUFFIXES[part]}`;

export type StageStack = { readonly part: StackPart; readonly stackName: string; readonly region: string };

/** Returns the stacks that a stage has in other regions than its own. */
export const otherStacksOf = (stage: Named & Pick<StageSettings, "edge" | "probe">): StageStack[] => {
  const stackOf = (part: StackPart, region: string) => ({
    part,
    stackName: stackNameOf(stage, part),
    region,
  });
  return [
    ...(stage.edge ? [stackOf("edge", EDGE_REGION)] : []),
    ...(stage.probe ? [stackOf("probe", stage.probe.region)] : []),
  ];
};

type PinnedSettings = Parameters<typeof otherStacksOf>[0] & { readonly env: { readonly region: string } };

const ORDER = Object.keys(SUFFIXES);

/** Returns every stack of a stage, in the order of their deployment. */
export const stacksOf = (stage: PinnedSettings): StageStack[] =>
  [
    ...STAGE_STACKS.map((part) => ({ part, stackName: stackNameOf(stage, part), region: stage.env.region })),
    ...otherStacksOf(stage),
  ].sort((one, other) => ORDER.indexOf(one.part) - ORDER.indexOf(other.part));

/**
 * Returns the names of the event bus and of the rules in the stack `live`. They are fixed, because the state and the
 * service name them in permissions, and cannot refer to that stack.
 */
export const eventNamesOf = (stage: Named) => {
  const live = stackNameOf(stage, "live");
  return {
    bus: stackNameOf(stage, "service"),
    eventRule: `${live}-every-event`,
    sweepRule: `${live}-every-minute`,
  };
};

export type EventNames = ReturnType<typeof eventNamesOf>;

/**
 * The id of the queue of dead letters in its stack. It had those of `publish-events` alone at first; with another id, it
 * would be another queue.
 */
export const DEAD_LETTERS_ID = "PublishEventsDeadLetters";

/**
 * The stage that `npm start` hosts. Only its webhooks may use plain http and this machine's addresses. Separate from
 * stage.ts, so that bin/local.ts does not load aws-cdk-lib.
 */
export const LOCAL_STAGE = "local";
