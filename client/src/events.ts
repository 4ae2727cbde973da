import type { Event, EventFields, ListEventsQuery, ListEventsResult } from "./generated.ts";
import { sleep } from "./sleep.ts";

/** Every type of a change. The service may add types; a `switch` over them needs a `default`. */
export type EventType = keyof EventFields;

/** The names of the fields that depend on the type of an event. */
type FieldOfType = EventFields[EventType] extends infer Fields
  ? Fields extends Fields
    ? keyof Fields
    : never
  : never;

/** An event of a type, with the fields of that type and none of another one. */
export type EventWith<Type extends string, Fields> = Omit<Event, "type" | FieldOfType> & {
  type: Type;
} & Fields & {
    [Name in Exclude<FieldOfType, keyof Fields>]?: undefined;
  };

/** An event. `type` determines the type of `data`, and which fields an event has beside it. */
export type IntakeEvent = { [Type in EventType]: EventWith<Type, EventFields[Type]> }[EventType];

export type FollowEventsOptions = Pick<ListEventsQuery, "type" | "record" | "actor" | "limit"> & {
  /** The position to continue from; by default, events from now on. */
  after?: string | null | undefined;
  /** The interval between reads of newer events, until `signal` aborts. By default, the walk ends at the newest event. */
  pollMilliseconds?: number;
  /** Ends the walk before the next event, without an error. */
  signal?: AbortSignal;
};

type ListEvents = (
  args: { query: ListEventsQuery },
  init: { signal?: AbortSignal },
) => Promise<ListEventsResult>;

/** The events after a position, oldest first, each once. */
export class EventWalk implements AsyncIterable<IntakeEvent> {
  readonly #listEvents: ListEvents;
  readonly #options: FollowEventsOptions;
  /** The position after the last page of which every event was handled. */
  #handled: string | null;
  #position: string | null;

  constructor(listEvents: ListEvents, options: FollowEventsOptions) {
    this.#listEvents = listEvents;
    this.#options = options;
    // An empty position would ask for the newest events, page by page backwards.
    this.#handled = options.after || null;
    this.#position = this.#handled;
  }

  /**
   * The position from which the next walk continues; store it in the loop, after handling an event. It moves with the
   * last event of a page, and back if the loop ends at that event. So a walk that was broken off may repeat some events,
   * but skips none. Null until the walk begins.
   */
  get position(): string | null {
    return this.#position;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<IntakeEvent, void> {
    const { signal, pollMilliseconds } = this.#options;
    try {
      this.#handled ??= (await this.#read({ limit: 1 })).latest;
      this.#position = this.#handled;
      while (!signal?.aborted) {
        const isAtEnd = yield* this.#page(this.#handled);
        if (!isAtEnd) continue;
        if (pollMilliseconds === undefined) return;
        await sleep(pollMilliseconds, signal);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }

  async *#page(after: string): AsyncGenerator<IntakeEvent, boolean> {
    const { type, record, actor, limit, signal } = this.#options;
    const { data, latest, next_cursor } = await this.#read({ type, record, actor, limit, after });
    const last = data.at(-1);
    try {
      for (const event of data) {
        if (signal?.aborted) return false;
        if (event === last) this.#position = latest;
        yield event;
      }
      // The caller has asked for the next event, and so has handled the last one.
      this.#handled = latest;
    } finally {
      this.#position = this.#handled;
    }
    return next_cursor === null;
  }

  #read(query: ListEventsQuery) {
    const { signal } = this.#options;
    return this.#listEvents({ query }, signal ? { signal } : {});
  }
}
