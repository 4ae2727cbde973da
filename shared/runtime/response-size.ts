/** Below the six megabytes of a Lambda response, with room for the rest of it. */
export const RESPONSE_BYTES = 5 * 1024 * 1024;

/** Returns the size of a text in a Lambda response, which has the body as a JSON string. */
export const responseBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));
