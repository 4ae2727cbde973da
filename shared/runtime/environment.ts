/**
 * One of the function's own environment variables, read at start.
 * @throws Error that names the variable, if it is not set; the first invocation then fails with it
 */
export const environmentVariable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

/** `local` permits webhooks to plain http and loopback addresses; every other stage is `public`. */
export const webhookTargets = () => (process.env.WEBHOOK_TARGETS === "local" ? "local" : "public");

/**
 * Where callers reach the service: at the stage's own host if it has one, which stands before the API's, otherwise at the
 * host that the request named. API Gateway passes on no request that names another host than its own.
 */
export const publicUrl = (requestHost: string): string =>
  process.env.PUBLIC_URL ?? `${webhookTargets() === "local" ? "http" : "https"}://${requestHost}`;
