import { createIntakeClient, type Lead, type RequestOptions } from "../../client/src/index.ts";
import { createWriteIn, type WriteCall } from "../../pages/desk/write.ts";

const LEAD = "lead_1";

/** An answer of the service, or of what stands between: none for a connection that breaks. */
export type Answer = (() => Response) | "none";

export const refusal =
  (status: number, code: string, headers = {}): Answer =>
  () =>
    Response.json({ error: { code, message: "No.", request_id: "its-id" } }, { status, headers });

/** A page of a proxy, or of a network that asks for a login. */
export const html =
  (status: number): Answer =>
  () =>
    new Response("<h1>Sign in</h1>", { status });

export const lead = (source: string): Lead => JSON.parse(JSON.stringify({ id: LEAD, source, version: 1 }));

export const done: Answer = () => Response.json(lead("won"));

export type Scene = {
  /** The answers to the tries. Further tries get the last one. */
  readonly tries?: readonly Answer[];
  /** The time from which the record shows what was wanted, in milliseconds. By default, never. */
  readonly shownFrom?: number;
  /** The answer to a read in place of the record. */
  readonly reads?: (milliseconds: number) => Answer | undefined;
  /** The time that each request takes: by default, too long for a missing connection. */
  readonly takes?: number;
  readonly isOnline?: (milliseconds: number) => boolean;
  /** The time that a pause takes; by default as long as it should. */
  readonly paused?: (milliseconds: number) => number;
};

/** Presses a button of the desk, with the real client and a clock that only pauses and requests move. */
export const pressed = ({
  tries = ["none"],
  shownFrom = Number.POSITIVE_INFINITY,
  reads = () => undefined,
  takes = 200,
  isOnline = () => true,
  paused = (milliseconds) => milliseconds,
}: Scene) => {
  let now = 0;
  const sent: string[] = [];
  const keys: (string | null)[] = [];
  const record = () => Response.json(lead(now >= shownFrom ? "won" : "new"));
  const answerTo = (method: string): Answer => {
    if (method === "GET") return reads(now) ?? record;
    return tries[Math.min(keys.length, tries.length) - 1] ?? "none";
  };
  const client = createIntakeClient({
    baseUrl: "https://intake.example.com",
    session: true,
    timeoutMilliseconds: 0,
    fetch: async (_, { method = "GET", headers } = {}) => {
      if (!isOnline(now)) throw new Error(`It sends without a connection: ${method} ${now}`);
      sent.push(`${method} ${Math.floor(now / 1_000)}`);
      if (method !== "GET") keys.push(new Headers(headers).get("Idempotency-Key"));
      now += takes;
      const answer = answerTo(method);
      if (answer === "none") throw new TypeError("Failed to fetch");
      return answer();
    },
  });
  const write = createWriteIn<Lead>({
    now: () => now,
    date: () => now,
    isOnline: () => isOnline(now),
    pause: async (milliseconds) => {
      states.push(write.state.value.kind);
      now += paused(milliseconds);
      if (now > 100_000_000) throw new Error(`It never ends: ${sent.slice(0, 20)}`);
    },
  });
  /** The states in which it paused. */
  const states: string[] = [];
  const path = { id: LEAD };
  const create = (options: RequestOptions) =>
    client.createLead({ body: { first_name: "Ada", last_name: "Doe", source: "call" } }, options);
  const find = async () => {
    const found = await client.getLead({ path }, { maxRetries: 0 });
    return found.source === "won" ? found : null;
  };
  const run = (call: Partial<WriteCall<Lead>> = {}) =>
    write.run({ what: "Ada was won", typed: "won", send: create, find, ...call });
  const writes = () => sent.filter((each) => !each.startsWith("GET"));
  return { client, write, run, create, sent, writes, keys, states, now: () => now };
};
