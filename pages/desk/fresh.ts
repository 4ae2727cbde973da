import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { IntakeEvent } from "../../client/src/index.ts";
import { can, client, phase } from "./session.ts";

const POLL_MILLISECONDS = 10_000;
const TICK_MILLISECONDS = 15_000;
const OLD_MILLISECONDS = 60_000;
const PAGE = 200;
/** After more missed pages than these, what is shown is read again instead. */
const PAGES_MAXIMUM = 5;

/** The present time in milliseconds, exact to some seconds, for ages. */
export const now = signal(Date.now());
export const isOnline = signal(navigator.onLine);
/** When the page last knew that what it shows is so. */
export const freshAt = signal(Date.now());

/** Notes that what is shown was just read. */
export const markFresh = (): void => {
  freshAt.value = Date.now();
};

export const isOld = computed(() => now.value - freshAt.value > OLD_MILLISECONDS);

const isVisible = () => document.visibilityState === "visible";

/**
 * Runs something again and again while the page is visible, online and signed in; at once when it is shown again after
 * longer than the time. The next run begins after the one before has ended.
 * @returns a function that ends it
 */
export const every = (milliseconds: number, run: () => unknown): (() => void) => {
  let last = Date.now();
  let isRunning = false;
  const look = async () => {
    const isDue = Date.now() - last >= milliseconds - 50;
    if (isRunning || !isDue || !isVisible() || !navigator.onLine || phase.peek() !== "signedIn") return;
    isRunning = true;
    last = Date.now();
    try {
      await run();
    } catch {
      // The next run tries again; the frame says meanwhile how old everything is.
    }
    isRunning = false;
  };
  const timer = setInterval(look, Math.min(milliseconds, 1_000 * Math.ceil(milliseconds / 10_000)));
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", look);
  };
};

export const useEvery = (milliseconds: number, run: () => unknown): void =>
  useEffect(() => every(milliseconds, run), []);

const RETRY_MILLISECONDS = 3_000;

/** Runs a read again until the service answers. @returns a function that ends it */
export const retrying = (run: () => Promise<unknown>) => {
  let timer: ReturnType<typeof setTimeout>;
  let isEnded = false;
  const attempt = () => {
    run().catch(() => {
      if (!isEnded) timer = setTimeout(attempt, RETRY_MILLISECONDS);
    });
  };
  attempt();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
};

type Handler = (events: readonly IntakeEvent[]) => void;

const handlers = new Set<Handler>();
const rereaders = new Set<() => unknown>();

/** Passes on each change of the firm's records, in order. @returns a function that ends it */
export const onEvents = (handler: Handler): (() => void) => {
  handlers.add(handler);
  return () => handlers.delete(handler);
};

export const useEvents = (handler: Handler): void => useEffect(() => onEvents(handler), []);

/** Reads again when more was missed than is worth reading event by event. */
export const useReread = (reread: () => unknown): void =>
  useEffect(() => {
    rereaders.add(reread);
    return () => rereaders.delete(reread);
  }, []);

let position: string | null = null;

/** Finds the end of the log, before anything is read that its later events change. */
const findEnd = async () => {
  position = (await client().listEvents({ query: { limit: 1 } })).latest;
};

/** Reads one page of the changes after a position. @returns the position after it; null at the end of the log */
const readPage = async (after: string): Promise<string | null> => {
  const { data, latest, next_cursor } = await client().listEvents({ query: { after, limit: PAGE } });
  if (data.length > 0) for (const handler of handlers) handler(data);
  position = latest;
  markFresh();
  return next_cursor === null ? null : latest;
};

const readNews = async (): Promise<void> => {
  let after = position;
  for (let page = 0; page < PAGES_MAXIMUM && after !== null; page++) after = await readPage(after);
  if (after === null) return;
  await findEnd();
  for (const reread of rereaders) reread();
};

/** Begins to follow the log, if the scopes allow it. @returns a function that ends it */
export const followEvents = async (): Promise<() => void> => {
  position = null;
  if (!can("events:read")) return () => {};
  await findEnd();
  markFresh();
  return every(POLL_MILLISECONDS, readNews);
};

const tick = () => {
  now.value = Date.now();
};

/** Keeps the time and the connection's state, for the whole life of the page. */
export const keepTime = (): void => {
  setInterval(() => isVisible() && tick(), TICK_MILLISECONDS);
  document.addEventListener("visibilitychange", tick);
  const note = () => {
    isOnline.value = navigator.onLine;
  };
  addEventListener("online", note);
  addEventListener("offline", note);
};
