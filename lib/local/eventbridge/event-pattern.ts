import { StartError } from "../host/start-error.ts";

/** Returns true if an event or record matches. */
type Matcher = (value: unknown) => boolean;

/**
 * Compiles an EventBridge event pattern or a Lambda filter: an object that mirrors the event's, with a list of
 * alternatives at each leaf. An alternative is a value or `{ exists: … }`.
 * @throws StartError if the pattern uses anything else; the message names it
 */
export const compilePattern = (pattern: unknown): Matcher => {
  if (!isObject(pattern)) throw new StartError(`Not an event pattern: ${JSON.stringify(pattern)}`);
  const fields = Object.entries(pattern).map(([name, inner]) => {
    if (name.startsWith("$")) throw notSupported(name);
    return { name, matches: Array.isArray(inner) ? compileAlternatives(inner) : compilePattern(inner) };
  });
  return (event) => fields.every(({ name, matches }) => matches(isObject(event) ? event[name] : undefined));
};

const compileAlternatives = (alternatives: readonly unknown[]): Matcher => {
  const matchers = alternatives.map(compileAlternative);
  return (value) => matchers.some((matches) => matches(value));
};

const compileAlternative = (alternative: unknown): Matcher => {
  if (!isObject(alternative)) return (value) => value === alternative;
  const { exists, ...others } = alternative;
  const [other] = Object.keys(others);
  if (other !== undefined || typeof exists !== "boolean") throw notSupported(other ?? "exists");
  return (value) => (value !== undefined) === exists;
};

const notSupported = (name: string) =>
  new StartError(`An event pattern uses ${name}, which the local service does not support.`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
