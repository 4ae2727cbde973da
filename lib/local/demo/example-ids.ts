/** Ids of the examples in the API's document. The demo firm's records have them, so that the examples work there. */
export const EXAMPLE_ATTORNEY_ID = "019a49ff-0a00-7b1c-8d2e-3f4a5b6c7d80";
export const EXAMPLE_LEAD_ID = "019a4a1e-5c00-7a3b-9c2d-4f1e8b7a6c50";
/** A lead of the same person. */
export const EXAMPLE_OTHER_LEAD_ID = "019a4a13-4d80-7c6e-8b1f-0a9d8c7e6f51";
