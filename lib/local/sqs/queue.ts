import { randomUUID } from "node:crypto";
import { QueueJournal, type StoredMessage } from "./queue-journal.ts";

export type QueueRules = {
  readonly visibilitySeconds: number;
  readonly delaySeconds: number;
  readonly retentionSeconds: number;
  /** After so many receives a message goes elsewhere. */
  readonly receivesMaximum: number;
};

export type SentMessage = {
  readonly body: string;
  readonly groupId?: string | undefined;
  readonly delaySeconds?: number | undefined;
};

export type ReceivedMessage = StoredMessage & { readonly receiptHandle: string };

type Waiting = StoredMessage & { readonly inFlight: boolean };

type QueueOptions = {
  readonly file: string;
  readonly rules: QueueRules;
  /** Takes what was received too often. */
  readonly onDead: (message: StoredMessage) => void;
};

/**
 * One standard queue: delays, visibility, dead letters and fair order as SQS has them; its contents survive the
 * process. Whoever had received a message is gone with the process, so after a start all of them are there to receive.
 */
export class Queue {
  readonly #options: QueueOptions;
  readonly #messages: Map<string, Waiting>;
  readonly #journal: QueueJournal;
  readonly #listeners = new Set<() => void>();

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#journal = new QueueJournal(options.file, () => this.#stored());
    const stored = this.#journal.load();
    this.#messages = new Map(stored.map((one) => [one.messageId, { ...one, inFlight: false }]));
    if (stored.length > 0) this.#journal.compact();
  }

  send({ body, groupId, delaySeconds = this.#options.rules.delaySeconds }: SentMessage): string {
    const now = Date.now();
    const message: StoredMessage = {
      messageId: randomUUID(),
      sentAt: new Date(now).toISOString(),
      body,
      groupId,
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
      if (next.receiveCount >= this.#options.rules.receivesMaximum) this.#bury(next);
      else received.push(this.#hide(next, visibilitySeconds));
    }
    return received;
  }

  delete(receiptHandle: string) {
    const { messageId } = this.#named(receiptHandle) ?? {};
    if (messageId !== undefined) this.#remove(messageId);
  }

  /** @returns whether the message is in flight */
  changeVisibility(receiptHandle: string, visibilitySeconds: number): boolean {
    const message = this.#named(receiptHandle);
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

  /** When the next message that waits becomes visible. */
  nextVisibleAtMilliseconds(): number {
    return Math.min(...[...this.#messages.values()].map((message) => message.visibleAtMilliseconds));
  }

  onChange(listener: () => void) {
    this.#listeners.add(listener);
  }

  /** The oldest visible message of the group with the fewest in flight: a busy group does not hold up a quiet one. */
  #next(): Waiting | undefined {
    this.#forgetExpired();
    const messages = [...this.#messages.values()];
    const busy = new Map<string, number>();
    for (const one of messages.filter(isInFlight)) {
      busy.set(groupOf(one), (busy.get(groupOf(one)) ?? 0) + 1);
    }
    const load = (message: Waiting) => busy.get(groupOf(message)) ?? 0;
    return messages
      .filter(isVisible)
      .reduce<Waiting | undefined>((best, one) => (best && load(best) <= load(one) ? best : one), undefined);
  }

  #hide(message: Waiting, visibilitySeconds: number): ReceivedMessage {
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

  #bury(message: Waiting) {
    this.#options.onDead(message);
    this.#remove(message.messageId);
  }

  #remove(messageId: string) {
    this.#journal.write({ deleted: messageId });
    this.#messages.delete(messageId);
  }

  #forgetExpired() {
    const oldest = Date.now() - this.#options.rules.retentionSeconds * 1_000;
    // in the order in which they were sent: the first that is young enough ends the search
    for (const { messageId, sentAt } of this.#messages.values()) {
      if (Date.parse(sentAt) >= oldest) return;
      this.#remove(messageId);
    }
  }

  #named(receiptHandle: string) {
    return this.#messages.get(receiptHandle.replace(/:\d+$/, ""));
  }

  *#stored(): Iterable<StoredMessage> {
    for (const { inFlight: _, ...message } of this.#messages.values()) {
      yield { ...message, visibleAtMilliseconds: _ ? 0 : message.visibleAtMilliseconds };
    }
  }
}

/** Without a group, a message is one of its own. */
const groupOf = ({ groupId, messageId }: StoredMessage) => groupId ?? messageId;

const isVisible = ({ visibleAtMilliseconds }: Waiting) => visibleAtMilliseconds <= Date.now();

const isInFlight = (message: Waiting) => message.inFlight && !isVisible(message);
