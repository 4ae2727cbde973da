import type { Attempt } from "./attempt.ts";

// Keeps the visitor's request in this entry of the tab's history until its outcome is known, so that a reload does not
// forget it. The token is not in it.

export const keptAttempt = (): Attempt | null => history.state;

export const keepAttempt = (attempt: Attempt | null): void => history.replaceState(attempt, "");
