import { AsyncLocalStorage } from "node:async_hooks";

/** Runs what a test does in the midst of an invocation: its calls belong to no function, and have no deadline. */
export const outsideInvocations = AsyncLocalStorage.snapshot();
