type Named = { readonly name: string };

/**
 * Returns the name of the stack that serves a stage. Separate from stage.ts, so that the operator's commands do not
 * load aws-cdk-lib.
 */
export const stackNameOf = ({ name }: Named) => `intake-${name}`;

/** Returns the name of the stack that keeps the stage's state. */
export const stateStackNameOf = (stage: Named) => `${stackNameOf(stage)}-state`;

/**
 * The stage that `npm start` hosts. Only its webhooks may use plain http and this machine's addresses. Separate from
 * stage.ts, so that bin/local.ts does not load aws-cdk-lib.
 */
export const LOCAL_STAGE = "local";
