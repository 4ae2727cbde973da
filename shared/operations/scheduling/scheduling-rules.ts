/**
 * Loads the slot rules on first use: the time zone data takes longer to initialize than the rest of a function, and
 * requests that only list or cancel do not need it.
 */
export const schedulingRules = () => import("../../domain/scheduling/slots.ts");

/** The same for the rules of time off alone. */
export const timeOffRules = () => import("../../domain/scheduling/days-off.ts");
