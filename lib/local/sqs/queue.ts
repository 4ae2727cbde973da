import { randomUUID } from "node:crypto";

export type MessageInput = {
  readonly body: string;
  readonly groupId?: string | undefined;
  /** The trace header of the sending invocation. */
  readonly traceHeader?: string | undefined;
  readonly delaySeconds?: number | undefined;
};

export type ReceivedMessage = Omit<MessageInput, "delaySeconds"> & {
  readonly messageId: string;
  readonly sentAtMilliseconds: number;
  readonly receiveCount: number;
  readonly receiptHandle: string;
};

type QueuedMessage = Omit<ReceivedMessage, "receiptHandle"> & {
  readonly visibleAtMilliseconds: number;
};

/** A standard queue in memory, with the delays, visibility timeouts and fair order of SQS. */
export class Queue {
  readonly #visibilitySeconds: number;
  /** Messages by id, in the order in which they were sent. */
  readonly #messages = new Map<string, QueuedMessage>();
  /** Called when a message is sent or its visibility changes. */
  onChange = () => {};

  constructor(visibilitySeconds: number) {
    this.#visibilitySeconds = visibilitySeconds;
  }

  send({ delaySeconds = 0, ...input }: MessageInput): string {
    const messageId = randomUUID();
    const now = Date.now();
    this.#set({
      ...input,
      messageId,
      sentAtMilliseconds: now,
      receiveCount: 0,
      visibleAtMilliseconds: now + delaySeconds * 1_000,
    });
    return messageId;
  }

  receive(maximum: number, visibilitySeconds = this.#visibilitySeconds): ReceivedMessage[] {
    const received: ReceivedMessage[] = [];
    while (received.length < maximum) {
      const next = this.#next();
      if (!next) break;
      received.push(this.#hide(next, visibilitySeconds));
    }
    return received;
  }

  delete(receiptHandle: string) {
    this.#messages.delete(messageIdOf(receiptHandle));
  }

  /** Changes the visibility of a message in flight, and ignores any other. */
  changeVisibility(receiptHandle: string, visibilitySeconds: number) {
    const message = this.#messages.get(messageIdOf(receiptHandle));
    if (message && isInFlight(message))
      this.#set({ ...message, visibleAtMilliseconds: Date.now() + visibilitySeconds * 1_000 });
  }

  counts() {
    const messages = [...this.#messages.values()];
    const inFlight = messages.filter(isInFlight).length;
    const visible = messages.filter(isVisible).length;
    return { visible, inFlight, delayed: messages.length - inFlight - visible };
  }

  /** Returns when the next message becomes visible. */
  nextVisibleAtMilliseconds(): number {
    return Math.min(...[...this.#messages.values()].map((message) => message.visibleAtMilliseconds));
  }

  #set(message: QueuedMessage) {
    this.#messages.set(message.messageId, message);
    this.onChange();
  }

  /**
   * Returns the oldest visible message of the group with the fewest in flight, so that a busy group does not delay a
   * quiet one.
   */
  #next(): QueuedMessage | undefined {
    const messages = [...this.#messages.values()];
    const inFlightByGroup = new Map<string, number>();
    for (const message of messages.filter(isInFlight))
      inFlightByGroup.set(groupOf(message), (inFlightByGroup.get(groupOf(message)) ?? 0) + 1);
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
    };
    this.#messages.set(message.messageId, hidden);
    return { ...hidden, receiptHandle: `${message.messageId}:${hidden.receiveCount}` };
  }
}

const messageIdOf = (receiptHandle: string) => receiptHandle.replace(/:\d+$/, "");

/** A message without a group forms its own group. */
const groupOf = ({ groupId, messageId }: QueuedMessage) => groupId ?? messageId;

const isVisible = ({ visibleAtMilliseconds }: QueuedMessage) => visibleAtMilliseconds <= Date.now();

/** A hidden message that was never received is delayed, not in flight. */
const isInFlight = (message: QueuedMessage) => message.receiveCount > 0 && !isVisible(message);
