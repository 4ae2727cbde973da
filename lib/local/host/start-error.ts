/** A start that cannot succeed, explained in one sentence to the person at the keyboard. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Whether the operating system refused for this reason. */
export const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
