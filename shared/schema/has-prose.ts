declare const IS_BUNDLED: true | undefined;

/** Whether tables of fields include the prose and examples of the OpenAPI document. Bundled functions leave them out. */
export const HAS_PROSE = typeof IS_BUNDLED === "undefined";
