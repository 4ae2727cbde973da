/**
 * One of the function's own environment variables, read at start.
 * @throws when it is not set, so that the first invocation fails by its name
 */
export const environmentVariable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};

/** `local` in the stage that allows webhooks to plain http and loopback; otherwise `public`. */
export const webhookTargets = () => (process.env.WEBHOOK_TARGETS === "local" ? "local" : "public");
