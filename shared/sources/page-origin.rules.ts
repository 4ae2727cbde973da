/** By names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The origin of the page that sent a request with its key in the address, or null. A request with its key in a header
 * comes from no form: forms cannot set headers.
 */
export const pageOrigin = ({ authorization = "", origin }: Headers): string | null =>
  authorization.trim() === "" ? (origin ?? null) : null;
