/**
 * Formats an error for the log: its stack and causes, with every text of the request redacted, because
 * messages of libraries quote their input.
 */
export const describeCause = (error: unknown, requestValues: readonly unknown[]): string => {
  const description = stackWithCauses(error);
  const texts = [...new Set(requestValues.flatMap((value) => textsIn(value)))].filter((text) =>
    description.includes(text),
  );
  const redacted = [eachOf(texts), E164, SECRET_KEY].reduce(
    (text, pattern) => text.replace(pattern, "[redacted]"),
    description,
  );
  return redacted.slice(0, CHARACTERS_MAXIMUM);
};

/** Matches each of the texts, the longest first: a name can be part of an email address. */
const eachOf = (texts: readonly string[]): RegExp => {
  const longestFirst = [...texts].sort((one, other) => other.length - one.length);
  const literals = longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(literals.join("|") || MATCHES_NOTHING, "g");
};

const MATCHES_NOTHING = "(?!)";

/** A phone number as stored, which can differ from the request's. */
const E164 = /\+\d{7,15}/g;

/** An API or ingestion key, also a part of one and one within an address. */
const SECRET_KEY = /it[ks](_|%5f)[0-9a-z]+/gi;

const CAUSES_MAXIMUM = 5;
/** Bounds the log line, whatever an error quotes. */
const CHARACTERS_MAXIMUM = 20_000;
const REDACTED_CHARACTERS_MINIMUM = 2;

const stackWithCauses = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`;
  const stack = error.stack ?? `${error.name}: ${error.message}`;
  const hasCause = error.cause !== undefined && depth < CAUSES_MAXIMUM;
  return hasCause ? `${stack}\ncaused by ${stackWithCauses(error.cause, depth + 1)}` : stack;
};

/** Requests nest less deep, but a text within one can hold JSON of any depth. */
const LEVELS_MAXIMUM = 100;

const textsIn = (value: unknown, levels = LEVELS_MAXIMUM): string[] => {
  if (typeof value === "string") return textsInText(value);
  if (typeof value === "number") return textsInText(String(value));
  if (typeof value !== "object" || value === null || levels === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, levels - 1));
};

const textsInText = (text: string): string[] =>
  text.length < REDACTED_CHARACTERS_MINIMUM ? [] : [...variants(text), ...textsIn(jsonIn(text))];

/** The JSON that a text holds, as some forms send it. */
const jsonIn = (text: string): unknown => {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The text as given, as the service normalises it, and both as they appear within JSON. */
const variants = (text: string) => {
  const plain = [text, text.trim(), text.toLowerCase().trim()].filter(Boolean);
  return [...new Set([...plain, ...plain.map((variant) => JSON.stringify(variant).slice(1, -1))])];
};
