import { createHash, randomBytes } from "node:crypto";

/** Lambda stops a function after this many invocations in one lineage. */
const MAX_INVOCATIONS = 16;

/** Earlier invocations by function, each after the function's first one in this lineage. */
type Lineage = Map<string, number>;

/**
 * The trace header of an invocation, which the SDK sends along with each call. Its lineage counts how often each
 * function was invoked because of one event: `Lineage=<hash of the function>:<count>|…`.
 * @param received the trace headers of the messages that cause the invocation
 */
export const traceHeaderOfInvocation = (functionArn: string, received: readonly string[] = []) => {
  const lineage = mergeLineages(received);
  const hash = hashOf(functionArn);
  lineage.set(hash, (lineage.get(hash) ?? -1) + 1);
  const root = /Root=([^;]+)/.exec(received[0] ?? "")?.[1] ?? newRoot();
  const entries = [...lineage].map((entry) => entry.join(":")).join("|");
  return `Root=${root};Parent=${randomBytes(8).toString("hex")};Sampled=0;Lineage=${entries}`;
};

/** Whether the function was invoked as often as Lambda allows in the lineage of this message. */
export const isRecursiveLoop = (functionArn: string, received = "") =>
  (parseLineage(received).get(hashOf(functionArn)) ?? -1) + 1 >= MAX_INVOCATIONS;

/** For each function the highest count: a batch may hold messages of several lineages. */
const mergeLineages = (traceHeaders: readonly string[]): Lineage => {
  const merged: Lineage = new Map();
  for (const [hash, count] of traceHeaders.flatMap((header) => [...parseLineage(header)])) {
    merged.set(hash, Math.max(count, merged.get(hash) ?? 0));
  }
  return merged;
};

const parseLineage = (traceHeader: string): Lineage =>
  new Map(
    [...traceHeader.matchAll(/([0-9a-f]{8}):(\d+)(?=\||;|$)/g)].map(([, hash = "", count]) => [
      hash,
      Number(count),
    ]),
  );

const hashOf = (functionArn: string) => createHash("sha256").update(functionArn).digest("hex").slice(0, 8);

const newRoot = () => `1-${Math.floor(Date.now() / 1_000).toString(16)}-${randomBytes(12).toString("hex")}`;
