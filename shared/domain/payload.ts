/** A body parsed as JSON, or why it cannot be used. */
export type Payload = { readonly json: unknown; readonly problem?: string };

const NESTING_MAXIMUM = 64;

export const parsePayload = (bytes: Uint8Array): Payload => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const json: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return isDeeperThan(json, NESTING_MAXIMUM)
      ? { json: {}, problem: `must not be nested deeper than ${NESTING_MAXIMUM} levels` }
      : { json };
  } catch {
    return { json: {}, problem: "must be well-formed JSON" };
  }
};

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
};
