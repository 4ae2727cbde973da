import { computed, signal } from "@preact/signals";
import { createIntakeClient, IntakeApiError, type IntakeClient, type Me } from "../../client/src/index.ts";
import { hasUnsent } from "./address.ts";

export type Scope = Me["key"]["scopes"][number];

/** Who is signed in: nobody is known yet, nobody, somebody, or somebody whose session or key has ended meanwhile. */
type Phase = "starting" | "signedOut" | "signedIn" | "ended";

const KEY = "intake-key";

const baseUrl = location.origin;
const typedKey = signal(sessionStorage.getItem(KEY));
const known = signal<Me | null>(null);

export const phase = signal<Phase>("starting");
/** The person or key that is signed in, also while the sign-in stands over the page. */
export const me = computed(() => known.value);
/** Counts the people: the page is drawn anew for another one. */
export const person = signal(0);
/** The name of the person whose typed texts were dropped, when another one signed in. */
export const dropped = signal<string | null>(null);
/** When the service takes requests again, in milliseconds; 0 while it does. */
export const waitsUntil = signal(0);
/** True while the service does not answer although the browser is online. */
export const isSilent = signal(false);

export const can = (scope: Scope): boolean => known.value?.key.scopes.includes(scope) ?? false;
export const memberId = (): string | null => known.value?.member?.id ?? null;

const TIMEOUT_MILLISECONDS = 30_000;

/** Counts how often somebody was taken as signed in. */
let entries = 0;

/** Waits for something that one person asked for. It never ends once another one is here: nothing goes on in that name. */
export const ofPerson = async <Value>(number: number, waited: Promise<Value>): Promise<Value> => {
  try {
    return await waited;
  } finally {
    if (person.peek() !== number) await new Promise(() => {});
  }
};

/** Sends one request, which ends after the time or with the caller's signal. */
const fetchInTime: typeof fetch = async (input, init = {}) => {
  const controller = new AbortController();
  const abort = () => controller.abort(init.signal?.reason);
  const timer = setTimeout(abort, TIMEOUT_MILLISECONDS);
  init.signal?.addEventListener("abort", abort);
  try {
    const response = await fetch(input, { ...init, signal: controller.signal });
    // The body too comes in time, or counts as lost.
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers });
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener("abort", abort);
  }
};

/**
 * Sends a request of whoever is signed in. One that is refused because the session or the key has ended waits until the
 * same person is back, and is sent again: the service has not read it.
 */
const sendSignedIn: typeof fetch = async (input, init = {}) => {
  const sentBy = person.peek();
  const sentAfter = entries;
  const response = await ofPerson(sentBy, fetchInTime(input, init)).catch((error: unknown) => {
    if (!init.signal?.aborted) isSilent.value = navigator.onLine;
    throw error;
  });
  isSilent.value = false;
  noteWait(response);
  if (response.status !== 401 || phase.peek() === "starting" || phase.peek() === "signedOut") return response;
  // The same person may have signed in again while the answer was on its way.
  if (sentAfter === entries) phase.value = "ended";
  await ofPerson(sentBy, signedIn());
  return sendSignedIn(input, { ...init, headers: withPresentKey(init.headers) });
};

const noteWait = ({ status, headers }: Response) => {
  const seconds = status === 429 || status === 503 ? Number(headers.get("retry-after")) : 0;
  if (seconds > 0) waitsUntil.value = Date.now() + seconds * 1_000;
};

const withPresentKey = (sent: HeadersInit | undefined): Headers => {
  const headers = new Headers(sent);
  headers.delete("Authorization");
  headers.delete("Intake-Desk");
  const key = typedKey.peek();
  if (key === null) headers.set("Intake-Desk", "1");
  else headers.set("Authorization", `Bearer ${key}`);
  return headers;
};

/** Resolves when somebody is signed in. */
const signedIn = () =>
  new Promise<void>((resolve) => {
    const stop = phase.subscribe((now) => {
      if (now !== "signedIn") return;
      queueMicrotask(() => stop());
      resolve();
    });
  });

const clientOf = (key: string | null, send: typeof fetch): IntakeClient =>
  createIntakeClient({
    baseUrl,
    fetch: send,
    timeoutMilliseconds: 0,
    ...(key === null ? { session: true } : { apiKey: key }),
  });

const present = computed(() => clientOf(typedKey.value, sendSignedIn));

/** Returns the client of whoever is signed in: the member's session, or the key that was typed in this tab. */
export const client = (): IntakeClient => present.peek();

/** Returns whether the token, the session or the key is none, has ended, or is of a firm that is disabled. */
export const isRefused = (error: unknown): boolean =>
  error instanceof IntakeApiError && (error.status === 401 || error.status === 403);

const orNobody = (error: unknown): null => {
  if (isRefused(error)) return null;
  throw error;
};

/** Returns who is signed in in this browser or tab; null for nobody. */
export const whoIsHere = (): Promise<Me | null> =>
  clientOf(typedKey.peek(), fetchInTime).getMe().catch(orNobody);

const isSame = (one: Me, other: Me): boolean =>
  one.member || other.member ? one.member?.id === other.member?.id : one.key.id === other.key.id;

/** Takes somebody as signed in. The same person goes on; the page is drawn anew for another one. */
export const enter = (now: Me): void => {
  const before = known.peek();
  if (before !== null && !isSame(before, now)) {
    dropped.value = hasUnsent() ? nameOf(before) : null;
    person.value += 1;
  }
  known.value = now;
  entries += 1;
  phase.value = "signedIn";
};

export const nameOf = ({ member, key }: Me): string => member?.name ?? key.name ?? "";

/** Looks who is here, at the start and whenever the page may have missed a sign-in in another tab. */
export const lookAgain = async (): Promise<void> => {
  const here = await whoIsHere();
  if (here) enter(here);
  else if (known.peek() === null) phase.value = "signedOut";
};

/** Signs in by a link. @returns false for a link that does not work any more */
export const useToken = async (token: string, keep: boolean): Promise<boolean> => {
  const now = await clientOf(token, fetchInTime).createSession({ body: { keep } }).catch(orNobody);
  if (now === null) return false;
  forgetKey();
  enter(now);
  return true;
};

/** Uses a key in this tab alone. @returns false for one that does not work */
export const useKey = async (key: string): Promise<boolean> => {
  if (!/^itk_\w+$/.test(key)) return false;
  const now = await clientOf(key, fetchInTime).getMe().catch(orNobody);
  if (now === null) return false;
  typedKey.value = key;
  sessionStorage.setItem(KEY, key);
  enter(now);
  return true;
};

const forgetKey = () => {
  typedKey.value = null;
  sessionStorage.removeItem(KEY);
};

/** Ends the session, or forgets the key. */
export const signOut = async (): Promise<void> => {
  if (typedKey.peek() === null) await clientOf(null, fetchInTime).deleteSession();
  forgetKey();
  known.value = null;
  dropped.value = null;
  person.value += 1;
  phase.value = "signedOut";
};
