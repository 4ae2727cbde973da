const openedAt = Date.now() - performance.now();

/**
 * Returns the milliseconds since the page was opened, with those in which the device slept: there, most systems stop
 * `performance.now()`.
 */
export const elapsed = (): number => Math.max(performance.now(), Date.now() - openedAt);
