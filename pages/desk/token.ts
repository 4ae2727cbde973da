/** Returns the token of a sign-in link in the address, and takes it out: it stays in no history, bookmark or picture. */
export const takeToken = (): string | null => {
  const token = /^#(iti_\w+)/.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, "", location.pathname + location.search);
  return token;
};

/**
 * The token of the link that opened the page; null for none. `index.html` loads this script before the others, so that
 * the token leaves the address first.
 */
export const sentToken: string | null = takeToken();
