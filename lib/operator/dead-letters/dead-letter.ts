import type { FirmId } from "../../../shared/table/firm-id.ts";
import type { Deployment } from "../deployment.ts";

/** A dead letter in its store: a message of a queue or an object of a bucket. */
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

/** A change, event or delivery in a dead letter, by ids only. */
export type LetterEntry = {
  readonly firmId: FirmId | null;
  readonly leadId: string | null;
  /** The id of the change, or of the event. */
  readonly subjectId: string;
  /** Null for a change: its events are derived when it is published. */
  readonly eventType: string | null;
  /** Set for a delivery, since one event has a delivery for each endpoint. */
  readonly webhookId?: string;
  /** Tells the tries of one delivery or feed, each of which may be a letter. */
  readonly attempt?: number;
};

export type ReplayOutcome = {
  readonly result: "replayed" | "failed" | "refused";
  readonly note: string | null;
};

export type LetterContents = {
  readonly entries: readonly LetterEntry[];
  readonly reason: string;
  /** Repeats the failed step, which is safe at any time. */
  readonly replay: () => Promise<ReplayOutcome>;
};

/** @throws Error if the letter is malformed */
export type LetterReader = (letter: StoredLetter) => LetterContents;

/** A place of dead letters. */
export type Hop = {
  /** The name of its queue or bucket. */
  readonly name: string;
  /** The heading in docs/runbooks.md. */
  readonly runbook: string;
  /** Yields each letter once. Letters that are not deleted can be received again afterwards. */
  readonly letters: (deployment: Deployment, name: string) => AsyncGenerator<StoredLetter>;
  readonly reader: (deployment: Deployment) => LetterReader;
};

export const REPLAYED: ReplayOutcome = { result: "replayed", note: null };
