/**
 * An error for the log: stack and causes, with every text of the request that it repeats struck out. Messages of
 * libraries quote what they were given.
 */
export const describeCause = (error: unknown, personal: readonly unknown[]): string => {
  // Longest first: a name may be part of an address.
  const texts = personal.flatMap(textsIn).sort((one, other) => other.length - one.length);
  const struck = texts.reduce(
    (text, secret) => text.replaceAll(secret, "[redacted]"),
    stackWithCauses(error),
  );
  return struck.replaceAll(E164, "[redacted]");
};

/** A phone number as it is stored, which need not be how it was sent. */
const E164 = /\+\d{7,15}/g;

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

/** As sent, as the service itself writes it, and as either stands within JSON. */
const variants = (text: string) => {
  const plain = [text, text.trim(), text.toLowerCase().trim()].filter(Boolean);
  return [...new Set([...plain, ...plain.map((variant) => JSON.stringify(variant).slice(1, -1))])];
};
