// What a page says of a write that is led to a known end, and what it learns.

export type FailureKind =
  /** Nothing can be read or written any more. */
  | "ended"
  /** A rule forbids the action, or somebody else has changed what it is about. */
  | "refused"
  /** The time is not free, or has passed. */
  | "taken"
  | "rateLimited"
  /** No answer came. The action may have happened, and may still happen. */
  | "offline"
  /** The service failed. The action may have happened. */
  | "fault";

/** The failure of a request. */
export type WriteFailure = {
  readonly kind: FailureKind;
  /** True if the service itself has answered, so that the request is no longer under way. */
  readonly isAnswered: boolean;
  /** Names the request in the service's log. */
  readonly requestId?: string | undefined;
  /** The wait that the service asks for; undefined if it does not ask. */
  readonly retryAfterMilliseconds?: number | undefined;
  readonly cause?: unknown;
};

/** What a page knows of its write. `Seen` is what it reads to learn whether the write is done. */
export type Plan<Seen> = {
  readonly before: Seen;
  /** True if others may have changed what was seen before: then it is read before the first try. */
  readonly readsFirst: boolean;
  /** Returns false if a second try could act twice. */
  readonly isRepeatable: (failure: WriteFailure) => boolean;
  readonly isDone: (seen: Seen) => boolean;
  /** Returns false if the write can no longer happen. */
  readonly isPossible: (seen: Seen) => boolean;
  readonly isUnchanged: (seen: Seen) => boolean;
  /** Returns what follows a failed try. What ends here has not happened. */
  readonly stepAfter: (tried: Tried) => "write" | "read" | "end";
};

type Tried = {
  readonly failure: WriteFailure;
  readonly isFirst: boolean;
  /** True if this try or an earlier one had no answer. */
  readonly isOpen: boolean;
  readonly mayRepeat: boolean;
};

/** The known facts so far. Times are milliseconds of a clock that runs on while the device sleeps. */
export type Progress<Seen> = {
  /** The number of requests that may have reached the service. */
  readonly sent: number;
  /** The number of tries that count: those without a connection do not. */
  readonly tries: number;
  /** The end of the time in which the person may expect another try. */
  readonly repeatUntil: number;
  /** The end of the time in which a try without an answer may be under way; null if each try was answered. */
  readonly openUntil: number | null;
  /** The failure of the last try. */
  readonly failure: WriteFailure;
  /** The latest state that was read. */
  readonly seen: Seen;
  readonly steps: number;
};

export type Outcome<Seen> =
  | { readonly kind: "done"; readonly seen: Seen }
  /** Others have changed what the write is about. */
  | { readonly kind: "changed"; readonly seen: Seen }
  | Undone<Seen>
  /** Nothing more can be learned. If unsure, it is unknown whether the action has happened. */
  | { readonly kind: "ended"; readonly failure: WriteFailure; readonly isUnsure: boolean };

/** The action has not happened, and is not under way. */
export type Undone<Seen> = {
  readonly kind: "undone";
  readonly seen: Seen;
  readonly failure: WriteFailure;
  /** False if no request has left the device. */
  readonly isSent: boolean;
};
