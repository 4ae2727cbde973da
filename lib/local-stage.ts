/**
 * The stage that `npm start` hosts: the only one whose webhooks may use plain http and this machine's addresses.
 * Separate from stage.ts, so that bin/local.ts does not load aws-cdk-lib.
 */
export const LOCAL_STAGE = "local";
