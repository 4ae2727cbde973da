type Named = { readonly name: string };

/** The ending of the name of each stack of a stage, in the order of their deployment. */
const SUFFIXES = { state: "-state", edge: "-edge", service: "", live: "-live", probe: "-probe" } as const;

export type StackPart = keyof typeof SUFFIXES;

/** Every stage has these stacks. */
export const STAGE_STACKS = ["state", "service", "live"] as const satisfies readonly StackPart[];

/**
 * Returns the name of a stack of a stage. Separate from stage.ts, so that the operator's commands do not load
 * aws-cdk-lib.
 */
export const stackNameOf = ({ name }: Named, part: StackPart) => `intake-${name}${SUFFIXES[part]}`;

/** Returns the names of the stacks that every stage has, in the order of their deployment. */
export const stackNamesOf = (stage: Named) => STAGE_STACKS.map((part) => stackNameOf(stage, part));

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
 * The stage that `npm start` hosts. Only its webhooks may use plain http and this machine's addresses. Separate from
 * stage.ts, so that bin/local.ts does not load aws-cdk-lib.
 */
export const LOCAL_STAGE = "local";
