/**
 * One of the function's own environment variables, read at start: a missing one fails the very first invocation
 * by its name instead of some later call by surprise.
 */
export const environmentVariable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
};
