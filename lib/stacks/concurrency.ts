/** Instances that functions reserve, where the account's quota allows it: nothing else can take them. */
export const RESERVED_INSTANCES = { publishing: 50, delivery: 300, feeds: 100 };

/** Lambda's own minimum for the functions that reserve nothing, including the whole API. */
export const UNRESERVED_MINIMUM = 100;

/** The least quota of an account whose functions reserve their instances. */
export const RESERVING_QUOTA =
  Object.values(RESERVED_INSTANCES).reduce((sum, instances) => sum + instances, 0) + UNRESERVED_MINIMUM;

/** AWS's default quota of concurrent executions. A new account may have ten. */
export const DEFAULT_QUOTA = 1_000;
