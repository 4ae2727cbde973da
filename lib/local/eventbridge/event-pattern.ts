import { StartError } from "../host/start-error.ts";

/** Whether an event or record fits. */
export type Matcher = (value: unknown) => boolean;

/**
 * Compiles an EventBridge event pattern or a Lambda filter: an object that mirrors the event's, with a list of
 * alternatives at each leaf.
 * @throws StartError naming an operator that the local service does not know
 */
export const compilePattern = (pattern: unknown): Matcher => {
  if (!isObject(pattern)) throw new StartError(`Not an event pattern: ${JSON.stringify(pattern)}`);
  const fields = Object.entries(pattern).map(([name, inner]) => ({ name, fits: compileField(name, inner) }));
  return (event) => {
    // one element of a list is enough, but it must fit as a whole
    if (Array.isArray(event)) return event.some((element) => matchesAll(fields, element));
    return matchesAll(fields, event);
  };
};

type Field = { readonly name: string; readonly fits: Matcher };

const matchesAll = (fields: readonly Field[], event: unknown) =>
  fields.every(({ name, fits }) => fits(isObject(event) ? event[name] : undefined));

const compileField = (name: string, inner: unknown): Matcher => {
  if (name.startsWith("$"))
    throw new StartError(`An event pattern uses ${name}, which is not hosted locally.`);
  if (!Array.isArray(inner)) return compilePattern(inner);
  const alternatives = inner.map(compileAlternative);
  return (value) => alternatives.some((fits) => fits(value));
};

const compileAlternative = (alternative: unknown): Matcher => {
  if (!isObject(alternative)) return anyElement((value) => value === alternative);
  const [operator = "", argument] = Object.entries(alternative)[0] ?? [];
  if (operator === "exists") return (value) => (value !== undefined) === argument;
  if (operator === "anything-but") return compileAnythingBut(argument);
  return anyElement(compileOperator(operator, argument));
};

/** A list in the event fits if one of its elements does. */
const anyElement =
  (fits: Matcher): Matcher =>
  (value) =>
    Array.isArray(value) ? value.some(fits) : fits(value);

const OPERATORS: Record<string, (argument: unknown) => Matcher> = {
  prefix: (argument) => compileText(argument, (text, wanted) => text.startsWith(wanted)),
  suffix: (argument) => compileText(argument, (text, wanted) => text.endsWith(wanted)),
  "equals-ignore-case": (argument) =>
    compileText(argument, (text, wanted) => text.toLowerCase() === wanted.toLowerCase()),
  numeric: (argument) => compileNumeric(argument),
};

const compileOperator = (operator: string, argument: unknown): Matcher => {
  const compile = OPERATORS[operator];
  if (compile) return compile(argument);
  throw new StartError(`An event pattern uses the operator ${operator}, which is not hosted locally.`);
};

type TextComparison = (text: string, wanted: string) => boolean;

const compileText = (argument: unknown, fits: TextComparison): Matcher => {
  if (isObject(argument) && typeof argument["equals-ignore-case"] === "string") {
    const wanted = argument["equals-ignore-case"].toLowerCase();
    return (value) => typeof value === "string" && fits(value.toLowerCase(), wanted);
  }
  if (typeof argument === "string") return (value) => typeof value === "string" && fits(value, argument);
  throw new StartError(`An event pattern compares with ${JSON.stringify(argument)}, which is no text.`);
};

/** A missing field is not "anything"; of a list, no element may be what is excluded. */
const compileAnythingBut = (argument: unknown): Matcher => {
  const excluded = anyElement(compileExcluded(argument));
  return (value) => value !== undefined && !excluded(value);
};

const compileExcluded = (argument: unknown): Matcher => {
  if (!isObject(argument)) return (value) => [argument].flat().includes(value);
  const [operator = "", inner] = Object.entries(argument)[0] ?? [];
  const matchers = [inner].flat().map((one) => compileOperator(operator, one));
  return (value) => matchers.some((fits) => fits(value));
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
    throw new StartError(`An event pattern's numeric ${JSON.stringify(argument)} is not understood.`);
  }
  const others = rest.length > 0 ? compileNumeric(rest) : () => true;
  return (value) => typeof value === "number" && compare(value, bound) && others(value);
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
