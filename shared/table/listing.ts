/**
 * `active` records are in the default list, `archived` ones hidden from it; part of the listing indexes' keys. Every lead
 * has a listing; of the consultations, only archived ones have.
 */
export type Listing = "active" | "archived";

export const listingOf = (archived: boolean): Listing => (archived ? "archived" : "active");
