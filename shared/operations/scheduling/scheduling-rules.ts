/**
 * Loads the slot rules with the first appointment: the time zone data takes longer to set up than the rest of a
 * function, and requests that only list or cancel do not need it.
 */
export const schedulingRules = () => import("../../domain/scheduling/slots.ts");
