import type { Attempt } from "./write-steps.ts";

// What the visitor has sent stays with this entry of the tab's history until it is known what became of it, so that a
// reload does not forget it. The token is not in it.

export const keptAttempt = (): Attempt | null => history.state;

export const keepAttempt = (attempt: Attempt | null): void => history.replaceState(attempt, "");
