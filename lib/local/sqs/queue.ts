import { randomUUID } from "node:crypto";
import { QueueJournal, type StoredMessage } from "./queue-journal.ts";

export type QueueRules = {
  readonly visibilitySeconds: number;
  readonly delaySeconds: number;
  readonly retentionSeconds: number;
  /** After this many receives, a message moves to the dead-letter queue. */
  readonly receivesMaximum: number;
};

export type MessageInput = {
  readonly body: string;
  readonly groupId?: string | undefined;
  readonly traceHeader?: string | undefined;
  readonly delaySeconds?: number | undefined;
};

export type ReceivedMessage = StoredMessage & { readonly receiptHandle: string };

type QueuedMessage = StoredMessage & { readonly inFlight: boolean };

type QueueOptions = {
  readonly file: string;
  readonly rules: QueueRules;
  /** Called with a message that was received too often. */
  readonly onDead: (message: StoredMessage) => void;
};

/**
 * A standard queue with the delays, visibility timeouts, dead letters and fair order of SQS. Messages survive the
 * process; those that were in flight become visible at the next start, because their receivers are gone.
 */
export class Queue {
  readonly #options: QueueOptions;
  readonly #messages: Map<string, QueuedMessage>;
  readonly #journal: QueueJournal;
  readonly #listeners = new Set<() => void>();

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#journal = new QueueJournal(options.file, () => this.#stored());
    const stored = this.#journal.load();
    this.#messages = new Map(stored.map((message) => [message.messageId, { ...message, inFlight: false }]));
    if (stored.length > 0) this.#journal.compact();
  }

  send({ delaySeconds = this.#options.rules.delaySeconds, ...input }: MessageInput): string {
    const now = Date.now();
    const message: StoredMessage = {
      ...input,
      messageId: randomUUID(),
      sentAt: new Date(now).toISOString(),
      visibleAtMilliseconds: now + delaySeconds * 1_000,
      receiveCount: 0,
    };
    this.#journal.write(message);
    this.#messages.set(message.messageId, { ...message, inFlight: false });
    for (const listener of this.#listeners) listener();
    return message.messageId;
  }

  receive(maximum: number, visibilitySeconds = this.#options.rules.visibilitySeconds): ReceivedMessage[] {
    const received: ReceivedMessage[] = [];
    while (received.length < maximum) {
      const next = this.#next();
      if (!next) break;
      if (next.receiveCount >= this.#options.rules.receivesMaximum) this.#moveToDeadLetterQueue(next);
      else received.push(this.#hide(next, visibilitySeconds));
    }
    return received;
  }

  delete(receiptHandle: string) {
    const { messageId } = this.#find(receiptHandle) ?? {};
    if (messageId !== undefined) this.#remove(messageId);
  }

  /** @returns whether the message is in flight */
  changeVisibility(receiptHandle: string, visibilitySeconds: number): boolean {
    const message = this.#find(receiptHandle);
    if (!message || !isInFlight(message)) return false;
    const visibleAtMilliseconds = Date.now() + visibilitySeconds * 1_000;
    this.#messages.set(message.messageId, { ...message, visibleAtMilliseconds });
    for (const listener of this.#listeners) listener();
    return true;
  }

  counts() {
    const messages = [...this.#messages.values()];
    const inFlight = messages.filter(isInFlight).length;
    const visible = messages.filter(isVisible).length;
    return { visible, inFlight, delayed: messages.length - inFlight - visible };
  }

  /** When the next message becomes visible. */
  nextVisibleAtMilliseconds(): number {
    return Math.min(...[...this.#messages.values()].map((message) => message.visibleAtMilliseconds));
  }

  onChange(listener: () => void) {
    this.#listeners.add(listener);
  }

  /** The oldest visible message of the group with the fewest in flight: a busy group does not hold up a quiet one. */
  #next(): QueuedMessage | undefined {
    this.#removeExpired();
    const messages = [...this.#messages.values()];
    const inFlightByGroup = new Map<string, number>();
    for (const message of messages.filter(isInFlight)) {
      inFlightByGroup.set(groupOf(message), (inFlightByGroup.get(groupOf(message)) ?? 0) + 1);
    }
    const load = (message: QueuedMessage) => inFlightByGroup.get(groupOf(message)) ?? 0;
    return messages
      .filter(isVisible)
      .reduce<QueuedMessage | undefined>(
        (best, message) => (best && load(best) <= load(message) ? best : message),
        undefined,
      );
  }

  #hide(message: QueuedMessage, visibilitySeconds: number): ReceivedMessage {
    const hidden = {
      ...message,
      receiveCount: message.receiveCount + 1,
      visibleAtMilliseconds: Date.now() + visibilitySeconds * 1_000,
      inFlight: true,
    };
    this.#journal.write({ received: message.messageId });
    this.#messages.set(message.messageId, hidden);
    return { ...hidden, receiptHandle: `${message.messageId}:${hidden.receiveCount}` };
  }

  #moveToDeadLetterQueue(message: QueuedMessage) {
    this.#options.onDead(message);
    this.#remove(message.messageId);
  }

  #remove(messageId: string) {
    this.#journal.write({ deleted: messageId });
    this.#messages.delete(messageId);
  }

  #removeExpired() {
    const oldest = Date.now() - this.#options.rules.retentionSeconds * 1_000;
    // ordered by the time sent: the first message that is not expired ends the search
    for (const { messageId, sentAt } of this.#messages.values()) {
      if (Date.parse(sentAt) >= oldest) return;
      this.#remove(messageId);
    }
  }

  #find(receiptHandle: string) {
    return this.#messages.get(receiptHandle.replace(/:\d+$/, ""));
  }

  *#stored(): Iterable<StoredMessage> {
    for (const { inFlight, ...message } of this.#messages.values()) {
      yield { ...message, visibleAtMilliseconds: inFlight ? 0 : message.visibleAtMilliseconds };
    }
  }
}

/** A message without a group forms its own group. */
const groupOf = ({ groupId, messageId }: StoredMessage) => groupId ?? messageId;

const isVisible = ({ visibleAtMilliseconds }: QueuedMessage) => visibleAtMilliseconds <= Date.now();

const isInFlight = (message: QueuedMessage) => message.inFlight && !isVisible(message);
