import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";

/** A message as it was sent, and how often it has been received since. */
export type StoredMessage = {
  readonly messageId: string;
  readonly sentAt: string;
  readonly body: string;
  readonly groupId?: string | undefined;
  /** Until then it is delayed. */
  readonly visibleAtMilliseconds: number;
  readonly receiveCount: number;
};

const line = z.union([
  z.object({ received: z.string() }),
  z.object({ deleted: z.string() }),
  z.object({
    messageId: z.string(),
    sentAt: z.string(),
    body: z.string(),
    groupId: z.string().optional(),
    visibleAtMilliseconds: z.number().default(0),
    receiveCount: z.number().default(0),
  }),
]);

const LINES_BEFORE_COMPACTION = 2_000;

/**
 * What happened to a queue, a line for each step, so that its contents survive the process; rewritten when most lines
 * are of messages that are gone. A line cut short by a kill is of a step that nobody was told of.
 */
export class QueueJournal {
  readonly #file: string;
  readonly #live: () => Iterable<StoredMessage>;
  #lines = 0;

  constructor(file: string, live: () => Iterable<StoredMessage>) {
    this.#file = file;
    this.#live = live;
  }

  /** The messages that are there, in the order in which they were sent. */
  load(): StoredMessage[] {
    const messages = new Map<string, StoredMessage>();
    const text = existsSync(this.#file) ? readFileSync(this.#file, "utf8") : "";
    for (const entry of text.split("\n").flatMap(parseLine)) applyTo(messages, entry);
    return [...messages.values()];
  }

  write(entry: StoredMessage | { received: string } | { deleted: string }) {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
    this.#lines += 1;
    if (this.#lines > LINES_BEFORE_COMPACTION) this.compact();
  }

  /** Replaces the file in one step by what is there now. */
  compact() {
    const lines = [...this.#live()].map((message) => `${JSON.stringify(message)}\n`);
    writeFileSync(`${this.#file}.new`, lines.join(""));
    renameSync(`${this.#file}.new`, this.#file);
    // as many again may come before it is worth the next time
    this.#lines = -lines.length;
  }
}

type Line = z.output<typeof line>;

const parseLine = (text: string): Line[] => {
  try {
    return [line.parse(JSON.parse(text))];
  } catch {
    return [];
  }
};

const applyTo = (messages: Map<string, StoredMessage>, entry: Line) => {
  if ("deleted" in entry) messages.delete(entry.deleted);
  else if ("messageId" in entry) messages.set(entry.messageId, entry);
  else {
    const message = messages.get(entry.received);
    if (message) messages.set(message.messageId, { ...message, receiveCount: message.receiveCount + 1 });
  }
};
