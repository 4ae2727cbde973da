declare const IS_BUNDLED: true | undefined;

/** Whether tables of fields have the prose and examples of the OpenAPI document: the bundles of functions go without. */
export const HAS_PROSE = typeof IS_BUNDLED === "undefined";
