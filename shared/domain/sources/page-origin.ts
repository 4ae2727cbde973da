/** By names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The origin of the page that sent a request with its key in the address, or null. With the key in a header it was no
 * form: those can set none.
 */
export const pageOrigin = ({ authorization = "", origin }: Headers): string | null =>
  authorization.trim() === "" ? (origin ?? null) : null;
