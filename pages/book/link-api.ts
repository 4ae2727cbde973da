import type { ClientConsultation, LinkState } from "../../client/src/generated.ts";
import { LinkFailure, refusalOf } from "./link-failure.ts";
import { within } from "./within.ts";

/** The consultation that the link has booked. */
export type Appointment = ClientConsultation;

/** The purpose of the link and its permissions. */
export type Link = LinkState;

/** Returns true if the appointment can still be moved or canceled by anybody. */
export const isOpen = ({ status }: Pick<Appointment, "status">): boolean =>
  status === "scheduled" || status === "rescheduled";

type Sent = { readonly body?: object; readonly etag?: string | null };

export type LinkApi = ReturnType<typeof linkApi>;

/** A little more than the service's maximum. */
const TIMEOUT_MILLISECONDS = 35_000;

const PATH = "/api/link";

/** The calls of a link's holder, each with the token. They throw a `LinkFailure`. */
export const linkApi = (token: string) => {
  /** The delay of the visitor's clock behind the service's, by the latest answer. */
  let behindMilliseconds = 0;
  const setClock = ({ headers }: Response) => {
    const milliseconds = Date.parse(headers.get("date") ?? "") - Date.now();
    if (!Number.isNaN(milliseconds)) behindMilliseconds = milliseconds;
  };

  const send = async (method: string, path: string, { body, etag }: Sent = {}): Promise<Response> => {
    try {
      return await within(TIMEOUT_MILLISECONDS, async (signal) => {
        const response = await fetch(PATH + path, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body && { "content-type": "application/json" }),
            ...(etag && { "if-match": etag }),
          },
          body: body ? JSON.stringify(body) : null,
          cache: "no-store",
          credentials: "omit",
          // The service redirects nobody, but a network that asks for a login does.
          redirect: "error",
          signal,
        });
        // An answer that breaks off counts as none.
        const content = await response.blob();
        setClock(response);
        return new Response(content.size > 0 ? content : null, response);
      });
    } catch {
      throw new LinkFailure("offline");
    }
  };

  const call = async (...request: Parameters<typeof send>): Promise<Response> => {
    const response = await send(...request);
    if (response.ok) return response;
    throw await refusalOf(response);
  };

  /** Returns the service's answer, which has these fields. A network that asks for a login may answer in its place. */
  const json = async <Answer>(
    fields: readonly (keyof Answer)[],
    ...request: Parameters<typeof call>
  ): Promise<Answer> => {
    const response = await call(...request);
    const answer: Answer | null = await response
      .text()
      .then(JSON.parse)
      .catch(() => null);
    if (answer === null || !fields.every((field) => Object(answer)[field])) throw new LinkFailure("offline");
    return answer;
  };

  const appointment = (method: string, sent: Sent) =>
    json<Appointment>(["start_at", "attorney"], method, "/consultation", sent);

  return {
    /** Returns the time of the service's clock, accurate to about a second. */
    now: () => Date.now() + behindMilliseconds,
    link: () => json<Link>(["firm", "allowed"], "GET", ""),
    availability: async (range: { from: string; to: string }, stepMinutes: number): Promise<string[]> => {
      const query = new URLSearchParams({ ...range, step_min: String(stepMinutes) });
      type Answer = { readonly data: readonly { readonly start_at: string }[] };
      const { data } = await json<Answer>(["data"], "GET", `/availability?${query}`);
      return data.map(({ start_at }) => start_at);
    },
    book: (start: string) => appointment("POST", { body: { start_at: start } }),
    move: (start: string, etag: string | null) => appointment("PATCH", { body: { start_at: start }, etag }),
    cancel: (etag: string | null) => appointment("PATCH", { body: { status: "canceled" }, etag }),
    calendar: async (): Promise<Blob> => {
      const response = await call("GET", "/calendar.ics");
      if (!response.headers.get("content-type")?.startsWith("text/calendar"))
        throw new LinkFailure("offline");
      return response.blob();
    },
  };
};
