/**
 * An error for the log: stack and causes, with every text of the request that it repeats struck out. Messages of
 * libraries quote what they were given.
 */
export const describeCause = (error: unknown, personal: readonly unknown[]): string => {
  // Longest first: a name may be part of an address.
  const texts = personal.flatMap(textsIn).sort((one, other) => other.length - one.length);
  return texts.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), stackWithCauses(error));
};

const CAUSES_MAXIMUM = 5;
const SHORTEST = 2;

const stackWithCauses = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`;
  const own = error.stack ?? `${error.name}: ${error.message}`;
  const deeper = error.cause !== undefined && depth < CAUSES_MAXIMUM;
  return deeper ? `${own}\ncaused by ${stackWithCauses(error.cause, depth + 1)}` : own;
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return value.length < SHORTEST ? [] : variants(value);
  if (typeof value === "number") return textsIn(String(value));
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** As sent, and as the service itself writes it. */
const variants = (text: string) =>
  [...new Set([text, text.trim(), text.toLowerCase().trim()])].filter(Boolean);
