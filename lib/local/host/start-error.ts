/** A start that failed for a reason that the user can fix; the message explains it in one sentence. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Returns true for a system error with this code, such as `EADDRINUSE`. */
export const hasErrorCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
