import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll } from "@jest/globals";
import { databaseEndpoint } from "./suite-resources.ts";

/** One try of a write: its position among the writes since the last reset, and the number of the SDK's attempt. */
type WriteTry = { readonly position: number; readonly attempt: number };

type Fault = {
  /** Runs before a try reaches the store; the try waits for it. */
  readonly before: (write: WriteTry) => Promise<unknown> | undefined;
  /** Returns true to drop the answer of a try: the store has done the write, and the connection closes. */
  readonly loses: (write: WriteTry) => boolean;
  /** Returns true to delay the answer of a try too long: the store has done the write, and the connection stays open. */
  readonly isLate: (write: WriteTry) => boolean;
  /** True if the store accepts every request and never answers. */
  readonly isSilent: boolean;
};

const NO_FAULT: Fault = { before: () => undefined, loses: () => false, isLate: () => false, isSilent: false };

const WRITES = /\.(PutItem|UpdateItem|DeleteItem|TransactWriteItems)$/;

/** Returns true for a lease, which every request writes and which belongs to no operation. */
export const isLease = (body: string) => body.includes("windowUsed = ");

/**
 * Puts a proxy between the functions of this file and the store. It loses answers at a test's request. Call `useTable`
 * first.
 */
export const useLossyStore = () => {
  const agent = new http.Agent({ keepAlive: true });
  const positions = new Map<string, number>();
  const silent = { total: 0, open: 0 };
  let fault = NO_FAULT;

  const writeTry = ({ headers }: IncomingMessage, body: string): WriteTry | null => {
    if (!WRITES.test(String(headers["x-amz-target"])) || isLease(body)) return null;
    const id = String(headers["amz-sdk-invocation-id"]);
    const position = positions.get(id) ?? positions.size + 1;
    positions.set(id, position);
    const [, attempt] = /attempt=(\d+)/.exec(String(headers["amz-sdk-request"])) ?? [];
    return { position, attempt: Number(attempt) };
  };

  const forward = async ({ method, headers }: IncomingMessage, body: Buffer) => {
    const request = http.request(databaseEndpoint(), { method, headers, agent });
    request.end(body);
    const [response]: IncomingMessage[] = await once(request, "response");
    if (response === undefined) throw new Error("The store gave no response.");
    return { response, answer: await buffer(response) };
  };

  /**
   * Loses the answer if the fault says so.
   * @returns true if the connection closes, or stays open in silence
   */
  const isLost = ({ loses, isLate }: Fault, write: WriteTry, answerTo: ServerResponse): boolean => {
    if (loses(write)) answerTo.destroy();
    return loses(write) || isLate(write);
  };

  const handle = async (request: IncomingMessage, answerTo: ServerResponse) => {
    const body = await buffer(request);
    if (fault.isSilent) return unanswered(answerTo);
    const current = fault;
    const write = writeTry(request, body.toString());
    if (write) await current.before(write);
    const { response, answer } = await forward(request, body);
    if (!write || !isLost(current, write, answerTo)) {
      answerTo.writeHead(response.statusCode ?? 500, response.headers).end(answer);
    }
  };

  const unanswered = (answerTo: ServerResponse) => {
    silent.total += 1;
    silent.open += 1;
    answerTo.on("close", () => {
      silent.open -= 1;
    });
  };

  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const reset = (next: Partial<Fault> = {}) => {
    positions.clear();
    fault = { ...NO_FAULT, ...next };
  };

  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    // The functions' clients resolve their endpoint at their first call.
    process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${Object(server.address()).port}`;
  });
  afterEach(() => reset());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });

  return {
    /** The numbers of requests without an answer: all of them, and those whose caller still waits. */
    silent,
    /** Forgets the writes so far, and applies the fault from now on. */
    reset,
    /** Loses the answers of the first tries of one write. */
    loseAnswers: (position: number, tries: number) =>
      reset({ loses: (write) => write.position === position && write.attempt <= tries }),
    /** Answers the first try of each write too late, after the store has done it. */
    delayAnswers: () => reset({ isLate: ({ attempt }) => attempt === 1 }),
    /** Returns the number of writes since the last reset, without repeats. */
    writeCount: () => positions.size,
  };
};
