import type { ClientConsultation, LinkState } from "../client/src/generated.ts";

/** What the link has booked. */
export type Appointment = ClientConsultation;

/** What the link is for and what it allows. */
export type Link = LinkState;

export type FailureKind =
  /** The link does not work, or no longer. */
  | "ended"
  /** The firm's rules forbid it, or somebody else has used the link. */
  | "refused"
  /** The time is not free. */
  | "taken"
  | "rateLimited"
  /** No answer: it may have happened. */
  | "offline"
  /** An answer that says nothing about what happened. */
  | "fault";

export class LinkFailure extends Error {
  readonly kind: FailureKind;
  readonly requestId: string | undefined;

  constructor(kind: FailureKind, requestId?: string) {
    super(kind);
    this.kind = kind;
    this.requestId = requestId;
  }
}

/** Whatever else goes wrong is our fault. */
export const failureOf = (error: unknown): LinkFailure =>
  error instanceof LinkFailure ? error : new LinkFailure("fault");

export type LinkApi = ReturnType<typeof linkApi>;

/** A little more than the service takes at most. */
const TIMEOUT_MILLISECONDS = 35_000;

const PATH = "/api/link";

/** The calls of a link's holder, each with its token. They throw a `LinkFailure`. */
export const linkApi = (token: string) => {
  /** How far the visitor's clock is behind the service's, by the latest answer. */
  let behindMilliseconds = 0;
  const setClock = ({ headers }: Response) => {
    const milliseconds = Date.parse(headers.get("date") ?? "") - Date.now();
    if (!Number.isNaN(milliseconds)) behindMilliseconds = milliseconds;
  };

  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), TIMEOUT_MILLISECONDS);
    try {
      const response = await fetch(PATH + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { "content-type": "application/json" }),
        },
        body: body ? JSON.stringify(body) : null,
        cache: "no-store",
        credentials: "omit",
        signal: timeout.signal,
      });
      // An answer that breaks off is none.
      const content = await response.blob();
      setClock(response);
      return new Response(content.size > 0 ? content : null, response);
    } catch {
      throw new LinkFailure("offline");
    } finally {
      clearTimeout(timer);
    }
  };

  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await send(method, path, body);
    if (response.ok) return response;
    const { code, request_id } = await errorOf(response);
    throw new LinkFailure(kindOf(response.status, code), request_id);
  };

  const json = async <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
    (await call(method, path, body)).json();

  return {
    /** The time by the service's clock, to the second or so. */
    now: () => Date.now() + behindMilliseconds,
    link: () => json<Link>("GET", ""),
    availability: async (range: { from: string; to: string }, stepMinutes: number): Promise<string[]> => {
      const query = new URLSearchParams({ ...range, step_min: String(stepMinutes) });
      const { data } = await json<{ data: { start_at: string }[] }>("GET", `/availability?${query}`);
      return data.map(({ start_at }) => start_at);
    },
    book: (start: string) => json<Appointment>("POST", "/consultation", { start_at: start }),
    move: (start: string) => json<Appointment>("PATCH", "/consultation", { start_at: start }),
    cancel: () => json<Appointment>("PATCH", "/consultation", { status: "canceled" }),
    calendar: async (): Promise<Blob> => (await call("GET", "/calendar.ics")).blob(),
  };
};

type ErrorFields = { readonly code?: string; readonly request_id?: string };

const errorOf = async (response: Response): Promise<ErrorFields> => {
  const body: { error?: ErrorFields } | null = await response.json().catch(() => null);
  return body?.error ?? {};
};

const KIND_OF_STATUS: Readonly<Record<number, FailureKind>> = {
  401: "ended",
  403: "ended",
  // The consultation is no longer open.
  404: "refused",
  409: "taken",
  422: "taken",
  429: "rateLimited",
};

const kindOf = (status: number, code: string | undefined): FailureKind =>
  code === "self_service_not_allowed" ? "refused" : (KIND_OF_STATUS[status] ?? "fault");
