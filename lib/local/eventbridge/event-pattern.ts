import { StartError } from "../host/start-error.ts";

/** Tells whether an event or record matches. */
export type Matcher = (value: unknown) => boolean;

/**
 * Compiles an EventBridge event pattern or a Lambda filter: an object that mirrors the event's, with a list of
 * alternatives at each leaf.
 * @throws StartError if the pattern uses an operator that the local service does not support; the message names it
 */
export const compilePattern = (pattern: unknown): Matcher => {
  if (!isObject(pattern)) throw new StartError(`Not an event pattern: ${JSON.stringify(pattern)}`);
  const fields = Object.entries(pattern).map(([name, inner]) => ({
    name,
    matches: compileField(name, inner),
  }));
  return (event) => {
    // a list matches if one of its elements matches every field
    if (Array.isArray(event)) return event.some((element) => matchesAll(fields, element));
    return matchesAll(fields, event);
  };
};

type Field = { readonly name: string; readonly matches: Matcher };

const matchesAll = (fields: readonly Field[], event: unknown) =>
  fields.every(({ name, matches }) => matches(isObject(event) ? event[name] : undefined));

const compileField = (name: string, inner: unknown): Matcher => {
  if (name.startsWith("$"))
    throw new StartError(`An event pattern uses ${name}, which the local service does not support.`);
  if (!Array.isArray(inner)) return compilePattern(inner);
  const alternatives = inner.map(compileAlternative);
  return (value) => alternatives.some((matches) => matches(value));
};

const compileAlternative = (alternative: unknown): Matcher => {
  if (!isObject(alternative)) return anyElement((value) => value === alternative);
  const [operator = "", argument] = Object.entries(alternative)[0] ?? [];
  if (operator === "exists") return (value) => (value !== undefined) === argument;
  if (operator === "anything-but") return compileAnythingBut(argument);
  return anyElement(compileOperator(operator, argument));
};

/** Matches a list in the event if one of its elements matches. */
const anyElement =
  (matches: Matcher): Matcher =>
  (value) =>
    Array.isArray(value) ? value.some(matches) : matches(value);

const OPERATORS: Record<string, (argument: unknown) => Matcher> = {
  prefix: (argument) => compileText(argument, (text, expected) => text.startsWith(expected)),
  suffix: (argument) => compileText(argument, (text, expected) => text.endsWith(expected)),
  "equals-ignore-case": (argument) =>
    compileText(argument, (text, expected) => text.toLowerCase() === expected.toLowerCase()),
  numeric: (argument) => compileNumeric(argument),
};

const compileOperator = (operator: string, argument: unknown): Matcher => {
  const compile = OPERATORS[operator];
  if (compile) return compile(argument);
  throw new StartError(
    `An event pattern uses the operator ${operator}, which the local service does not support.`,
  );
};

type TextComparison = (text: string, expected: string) => boolean;

const compileText = (argument: unknown, matches: TextComparison): Matcher => {
  if (isObject(argument) && typeof argument["equals-ignore-case"] === "string") {
    const expected = argument["equals-ignore-case"].toLowerCase();
    return (value) => typeof value === "string" && matches(value.toLowerCase(), expected);
  }
  if (typeof argument === "string") return (value) => typeof value === "string" && matches(value, argument);
  throw new StartError(`An event pattern compares with ${JSON.stringify(argument)}, which is not a string.`);
};

/** A missing field does not match; a list matches if none of its elements is excluded. */
const compileAnythingBut = (argument: unknown): Matcher => {
  const excluded = anyElement(compileExcluded(argument));
  return (value) => value !== undefined && !excluded(value);
};

const compileExcluded = (argument: unknown): Matcher => {
  if (!isObject(argument)) return (value) => [argument].flat().includes(value);
  const [operator = "", inner] = Object.entries(argument)[0] ?? [];
  const matchers = [inner].flat().map((value) => compileOperator(operator, value));
  return (value) => matchers.some((matches) => matches(value));
};

const COMPARISONS: Record<string, (left: number, right: number) => boolean> = {
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  "=": (left, right) => left === right,
  ">=": (left, right) => left >= right,
  ">": (left, right) => left > right,
};

/** `[">", 0, "<=", 5]` */
const compileNumeric = (argument: unknown): Matcher => {
  const [sign, bound, ...rest] = Array.isArray(argument) ? argument : [];
  const compare = COMPARISONS[String(sign)];
  if (!compare || typeof bound !== "number") {
    throw new StartError(`An event pattern's numeric ${JSON.stringify(argument)} is not supported.`);
  }
  const others = rest.length > 0 ? compileNumeric(rest) : () => true;
  return (value) => typeof value === "number" && compare(value, bound) && others(value);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
