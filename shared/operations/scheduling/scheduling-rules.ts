/**
 * The slot rules, loaded with the first appointment: what they know of the world's time zones takes longer to set up
 * than all the rest of a function, which should not wait for it where it only lists or cancels.
 */
export const schedulingRules = () => import("../../domain/scheduling/slots.ts");
