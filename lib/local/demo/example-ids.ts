import { EXAMPLE_IDS } from "../../../shared/schema/example-ids.ts";

/** Ids of the examples in the API's document. The demo firm's records have them, so that the examples work there. */
export const EXAMPLE_ATTORNEY_ID = EXAMPLE_IDS.attorney;
export const EXAMPLE_LEAD_ID = EXAMPLE_IDS.lead;
