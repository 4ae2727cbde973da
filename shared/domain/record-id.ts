/** The creation instant in a UUIDv7: its first 48 bits, in epoch milliseconds. */
export const createdAtMilliseconds = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The creation instant in a UUIDv7, as ISO-8601 UTC with milliseconds. */
export const createdAt = (id: string) => new Date(createdAtMilliseconds(id)).toISOString();

export const isUuid = (value: unknown): boolean =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
