import type { FirmId } from "../../../shared/table/firm-id.ts";

/** A dead letter in its store: a message of the queue or an object of the bucket. */
export type StoredLetter = {
  readonly id: string;
  /** ISO-8601 UTC instant. */
  readonly sentAt: string;
  /** Null for an object. */
  readonly receiveCount: number | null;
  readonly body: string;
  /** The message's attributes. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly delete: () => Promise<void>;
};

/** A change or event in a dead letter, by ids only. */
export type LetterEntry = {
  readonly firmId: FirmId | null;
  readonly leadId: string | null;
  /** The id of the change, or of the event. */
  readonly subjectId: string;
  /** Null for a change: its events are derived when it is published. */
  readonly eventType: string | null;
};

export type ReplayOutcome = {
  readonly result: "replayed" | "failed" | "refused";
  readonly note: string | null;
};

export type LetterContents = {
  readonly entries: readonly LetterEntry[];
  readonly reason: string;
  /** Invokes the function that failed, which is safe at any time. */
  readonly replay: () => Promise<ReplayOutcome>;
};

/** A dead letter and its contents; null if it is malformed. */
export type ReadLetter = {
  readonly letter: StoredLetter;
  readonly contents: LetterContents | null;
};

export const REPLAYED: ReplayOutcome = { result: "replayed", note: null };
