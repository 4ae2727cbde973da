/** Lambda ends a recursive loop after this many invocations of a function. */
const MAX_INVOCATIONS = 16;

/**
 * Returns the trace header of an invocation, which the SDK sends with each call. It counts how often one event has gone
 * through a queue.
 */
export const traceHeader = (lineage: number) => `Lineage=${lineage}`;

/** Returns the lineage of an invocation by a message. */
export const nextLineage = (received = traceHeader(0)) => Number(received.split("=")[1]) + 1;

export const isRecursiveLoop = (lineage: number) => lineage > MAX_INVOCATIONS;
