/** Lambda stops a function after this many invocations in one lineage. */
const MAX_INVOCATIONS = 16;

/** Earlier invocations by function, each after the function's first one in this lineage. */
type Lineage = Map<string, number>;

/**
 * The trace header of an invocation, which the SDK sends along with each call. Its lineage counts how often each
 * function was invoked because of one event: `Lineage=<function>:<count>|…`.
 * @param received the trace headers of the messages that cause the invocation
 */
export const traceHeaderOfInvocation = (functionName: string, received: readonly string[] = []) => {
  const lineage = mergeLineages(received);
  lineage.set(functionName, (lineage.get(functionName) ?? -1) + 1);
  return `Lineage=${[...lineage].map((entry) => entry.join(":")).join("|")}`;
};

/** Whether the function was invoked as often as Lambda allows in the lineage of this message. */
export const isRecursiveLoop = (functionName: string, received = "") =>
  (mergeLineages([received]).get(functionName) ?? -1) + 1 >= MAX_INVOCATIONS;

/** For each function the highest count: a batch may hold messages of several lineages. */
const mergeLineages = (traceHeaders: readonly string[]): Lineage => {
  const merged: Lineage = new Map();
  for (const [, name = "", count] of traceHeaders.flatMap((header) => [...header.matchAll(/(\w+):(\d+)/g)]))
    merged.set(name, Math.max(Number(count), merged.get(name) ?? 0));
  return merged;
};
