/** The instant in a UUIDv7's first 48 bits, in epoch milliseconds. */
export const createdAtMilliseconds = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The same as the API shows it: ISO-8601 UTC with milliseconds. */
export const createdAt = (id: string) => new Date(createdAtMilliseconds(id)).toISOString();

export const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
