type Named = { readonly name: string };

/** The name of the stack that serves a stage. Separate from stage.ts, so that the operator's commands do not load aws-cdk-lib. */
export const stackNameOf = ({ name }: Named) => `intake-${name}`;

/** The name of the stack that keeps what the stage holds. */
export const stateStackNameOf = (stage: Named) => `${stackNameOf(stage)}-state`;

/**
 * The stage that `npm start` hosts: the only one whose webhooks may use plain http and this machine's addresses.
 * Separate from stage.ts, so that bin/local.ts does not load aws-cdk-lib.
 */
export const LOCAL_STAGE = "local";
