import http from "node:http";

export type RepeatedRequest = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The expected status. */
  readonly status: number;
};

type Load = { readonly connections: number; readonly milliseconds: number };

/**
 * Returns the requests a second that a server answers on this number of connections. Each connection sends one request
 * after the other.
 */
export const requestRate = async (
  baseUrl: string,
  request: RepeatedRequest,
  { connections, milliseconds }: Load,
): Promise<number> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  let answered = 0;
  const repeat = async () => {
    while (performance.now() - start < milliseconds) {
      await send(baseUrl, request, agent);
      answered += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, repeat));
    return answered / ((performance.now() - start) / 1_000);
  } finally {
    agent.destroy();
  }
};

const send = (
  baseUrl: string,
  { method, path, headers, body, status }: RepeatedRequest,
  agent: http.Agent,
): Promise<void> =>
  new Promise((resolve, reject) => {
    http
      .request(baseUrl + path, { method, headers, agent })
      .on("response", (response) => {
        if (response.statusCode !== status) reject(new Error(`${method} ${path}: ${response.statusCode}`));
        response.on("end", resolve).resume();
      })
      .on("error", reject)
      .end(body);
  });
