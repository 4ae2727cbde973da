import { appendFileSync, existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { writeStateFile } from "../host/state-file.ts";

/** A message and how often it has been received. */
export type StoredMessage = {
  readonly messageId: string;
  readonly sentAt: string;
  readonly body: string;
  readonly groupId?: string | undefined;
  /** The trace header of the invocation that sent it. */
  readonly traceHeader?: string | undefined;
  /** When its delay is over. */
  readonly visibleAtMilliseconds: number;
  readonly receiveCount: number;
};

const journalEntry = z.union([
  z.object({ received: z.string() }),
  z.object({ deleted: z.string() }),
  z.object({
    messageId: z.string(),
    sentAt: z.string(),
    body: z.string(),
    groupId: z.string().optional(),
    traceHeader: z.string().optional(),
    visibleAtMilliseconds: z.number().default(0),
    receiveCount: z.number().default(0),
  }),
]);

const LINES_BEFORE_COMPACTION = 2_000;

/**
 * An append-only log of a queue's changes, so that its messages survive the process; compacted when most lines are of
 * deleted messages. A line that a kill truncated belongs to a change that was never confirmed to anyone.
 */
export class QueueJournal {
  readonly #file: string;
  readonly #listMessages: () => Iterable<StoredMessage>;
  #lines = 0;

  constructor(file: string, listMessages: () => Iterable<StoredMessage>) {
    this.#file = file;
    this.#listMessages = listMessages;
  }

  /** Returns the messages that are not deleted, in the order in which they were sent. */
  load(): StoredMessage[] {
    const messages = new Map<string, StoredMessage>();
    const text = existsSync(this.#file) ? readFileSync(this.#file, "utf8") : "";
    for (const entry of text.split("\n").flatMap(parseLine)) applyEntry(messages, entry);
    return [...messages.values()];
  }

  /** Call it before the change is made: a compaction writes the messages as they are, and this change behind them. */
  write(entry: StoredMessage | { received: string } | { deleted: string }) {
    if (this.#lines >= LINES_BEFORE_COMPACTION) this.compact();
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
    this.#lines += 1;
  }

  /** Replaces the file by the current messages. */
  compact() {
    const lines = [...this.#listMessages()].map((message) => `${JSON.stringify(message)}\n`);
    writeStateFile(this.#file, lines.join(""));
    // the next compaction pays off only after as many more lines
    this.#lines = -lines.length;
  }
}

type JournalEntry = z.output<typeof journalEntry>;

const parseLine = (text: string): JournalEntry[] => {
  try {
    return [journalEntry.parse(JSON.parse(text))];
  } catch {
    return [];
  }
};

const applyEntry = (messages: Map<string, StoredMessage>, entry: JournalEntry) => {
  if ("deleted" in entry) messages.delete(entry.deleted);
  else if ("messageId" in entry) messages.set(entry.messageId, entry);
  else {
    const message = messages.get(entry.received);
    if (message) messages.set(message.messageId, { ...message, receiveCount: message.receiveCount + 1 });
  }
};
