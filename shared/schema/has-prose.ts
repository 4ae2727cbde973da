declare const IS_BUNDLED: true | undefined;

/** False in bundled functions: their tables of fields leave out the prose and examples of the OpenAPI document. */
export const HAS_PROSE = typeof IS_BUNDLED === "undefined";
