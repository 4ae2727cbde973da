/**
 * Returns one of the function's own environment variables. Functions read them when they start.
 * @throws Error that names a variable that is not set; the first invocation then fails with it
 */
export const environmentVariable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

/** Returns the permitted targets of webhooks and feeds: plain http and loopback addresses only on the stage `local`. */
export const requestTargets = () => (process.env.REQUEST_TARGETS === "local" ? "local" : "public");

/** The longest name of a host (RFC 1035, 2.3.4) with a port. */
const HOST_CHARACTERS = 253 + ":65535".length;

/**
 * Returns the service's address for callers: the stage's own host, which is in front of the API's, or the host of the
 * request. API Gateway accepts no request for a host other than its own.
 */
export const publicUrl = (requestHost: string): string => {
  const scheme = requestTargets() === "local" ? "http" : "https";
  return process.env.PUBLIC_URL ?? `${scheme}://${requestHost.slice(0, HOST_CHARACTERS)}`;
};
