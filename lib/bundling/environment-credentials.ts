import { fromEnv } from "@aws-sdk/credential-provider-env";

/**
 * Replaces the SDK's chain of credential providers in the bundles. Lambda passes a function its credentials as
 * environment variables, which the chain tries first anyway. The other providers would slow every start.
 */
export const defaultProvider = () => fromEnv();
