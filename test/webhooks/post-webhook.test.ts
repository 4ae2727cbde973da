import { execFile } from "node:child_process";
import { once } from "node:events";
import https from "node:https";
import net, { type Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect, it, jest } from "@jest/globals";
import { postWebhook } from "../../shared/webhooks/post-webhook.ts";
import { eventually } from "../support/eventually.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../support/tls.ts";
import { portOf, startReceiver, useReceivers } from "../support/webhook-receivers.ts";

useReceivers();

const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

const HURRIED = { timeoutMilliseconds: 400 } as const;
const post = (url: string, changes: Partial<Parameters<typeof postWebhook>[1]> = {}) =>
  postWebhook({ url, headers: { "webhook-id": "1" }, body: '{"é":1}' }, { targets: "local", ...changes });

/** Starts a TCP server that sends raw bytes, for responses that no HTTP library produces. */
const startRaw = async (serve: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.once("data", () => serve(socket));
  });
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${portOf(server)}/`, sockets };
};

describe("a post", () => {
  it("sends body and headers unchanged and returns the status", async () => {
    const { url, received } = await startReceiver();
    expect(await post(`${url}?a=b`)).toMatchObject({ status: 204, error: null });
    expect(received).toMatchObject([
      { body: '{"é":1}', url: "/hook?a=b", headers: { "webhook-id": "1", host: new URL(url).host } },
    ]);
  });

  it.each([301, 302, 303, 307, 308])("does not follow a redirect: %i", async (status) => {
    const elsewhere = await startReceiver();
    const { url } = await startReceiver((_, response) =>
      response.writeHead(status, { location: elsewhere.url }).end(),
    );
    expect(await post(url)).toMatchObject({ status, error: null });
    expect(elsewhere.received).toEqual([]);
  });

  it("returns Retry-After", async () => {
    const { url } = await startReceiver((_, response) =>
      response.writeHead(429, { "retry-after": "7" }).end(),
    );
    expect(await post(url)).toMatchObject({ status: 429, retryAfter: "7" });
  });

  it("times out without a response", async () => {
    const { url } = await startReceiver(() => {});
    expect(await post(url, HURRIED)).toMatchObject({ status: null, error: "no response within 0.4 s" });
  });

  it("reports how long it took", async () => {
    const { url } = await startReceiver();
    const clock = jest.spyOn(process.hrtime, "bigint");
    clock.mockReturnValueOnce(5_000_000n).mockReturnValueOnce(12_000_000n);
    expect(await post(url)).toMatchObject({ status: 204, durationMilliseconds: 7 });
  });

  it("times out while headers trickle in", async () => {
    const { url } = await startRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("x-a: b\r\n"), 50);
      socket.on("close", () => clearInterval(timer));
    });
    expect(await post(url, HURRIED)).toMatchObject({ status: null, error: "no response within 0.4 s" });
  });

  it("times out while a name resolves", async () => {
    const resolve = () => new Promise<never>(() => {});
    expect(await post("http://hooks.test/", { resolve, ...HURRIED })).toMatchObject({
      error: "no response within 0.4 s",
    });
  });

  it("reads a few kilobytes of an endless response and closes the connection", async () => {
    let written = 0;
    const { url, sockets } = await startRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const timer = setInterval(() => {
        socket.write(`400\r\n${"x".repeat(1024)}\r\n`);
        written += 1;
      }, 5);
      socket.on("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
      });
    });
    expect(await post(url)).toMatchObject({ status: 200, error: null });
    await eventually(() => sockets.size).toBe(0);
    expect(written).toBeLessThan(50);
  });

  it("closes the connection of a slow response", async () => {
    const { url, sockets } = await startRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const timer = setInterval(() => socket.write("1\r\nx\r\n"), 100);
      socket.on("close", () => {
        clearInterval(timer);
        sockets.delete(socket);
      });
    });
    expect(await post(url, { timeoutMilliseconds: 600_000 })).toMatchObject({ status: 200 });
    await eventually(() => sockets.size).toBe(0);
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ["a reset", (socket) => socket.resetAndDestroy(), /connection reset/],
    ["an end without a response", (socket) => socket.end(), /connection reset/],
    ["a response that is not HTTP", (socket) => socket.end("SSH-2.0-OpenSSH\r\n"), /not HTTP/],
    [
      "too large headers",
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nx-a: ${"x".repeat(100_000)}\r\n\r\n`),
      /headers of the response are too large/,
    ],
  ])("returns an error for %s", async (_, serve, error) => {
    const { url } = await startRaw(serve);
    expect(await post(url)).toMatchObject({ status: null, error: expect.stringMatching(error) });
  });

  const SWITCH = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";

  it("accepts 101 Switching Protocols as a response, and closes the connection", async () => {
    const { url, sockets } = await startRaw((socket) => {
      socket.on("close", () => sockets.delete(socket));
      socket.write(SWITCH);
    });
    expect(await post(url)).toMatchObject({ status: 101, error: null });
    await eventually(() => sockets.size).toBe(0);
  });

  it("has a result in a process with nothing else to wait for, whatever the endpoint does", async () => {
    const endpoints: ((socket: Socket) => void)[] = [
      (socket) => socket.write(SWITCH),
      (socket) => socket.end(SWITCH),
      (socket) => socket.end(),
      (socket) => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)),
      () => {},
    ];
    const urls = await Promise.all(endpoints.map(async (serve) => (await startRaw(serve)).url));
    const { href } = pathToFileURL(join(import.meta.dirname, "../../shared/webhooks/post-webhook.ts"));
    const options = JSON.stringify({ targets: "local", timeoutMilliseconds: 500 });
    const script = `import(${JSON.stringify(href)}).then(async ({ postWebhook }) => {
      for (const url of ${JSON.stringify(urls)})
        console.log(JSON.stringify(await postWebhook({ url, headers: {}, body: "{}" }, ${options})));
    })`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "-e", script]);
    expect(stdout.match(/"durationMilliseconds"/g)).toHaveLength(endpoints.length);
  });

  it("distinguishes a refused connection from a name that does not resolve", async () => {
    const { url, stop } = await startReceiver();
    stop();
    expect(await post(url)).toMatchObject({ status: null, error: "connection refused" });
    const resolve = () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" }));
    expect(await post("http://hooks.test/", { resolve })).toMatchObject({
      error: "the host's name does not resolve",
    });
  });
});

describe("the address that a post connects to", () => {
  const at =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

  it("is the checked one: the name is resolved only once", async () => {
    const { url, received } = await startReceiver();
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }];
    };
    const urlWithName = url.replace("127.0.0.1", "hooks.test");
    expect(await post(urlWithName, { resolve })).toMatchObject({ status: 204 });
    expect([lookups, received[0]?.headers.host]).toEqual([1, new URL(urlWithName).host]);
  });

  it.each([
    ["private", ["10.0.0.1"]],
    ["public and private", ["8.8.8.8", "10.0.0.1"]],
    ["public and metadata", ["2606:4700::1111", "169.254.169.254"]],
    ["mapped", ["::ffff:127.0.0.1"]],
    ["none", []],
  ])("is rejected when a name resolves to %s", async (_, addresses) => {
    expect(await post("http://hooks.test:1/", { resolve: at(...addresses) })).toMatchObject({
      status: null,
      error: "the host leads to an address that is not public",
    });
  });

  it("is never loopback with public targets", async () => {
    const { url, received } = await startReceiver();
    const error = "the host leads to an address that is not public";
    expect(await post(url, { targets: "public" })).toMatchObject({ error });
    const urlWithName = url.replace("127.0.0.1", "hooks.test");
    expect(await post(urlWithName, { targets: "public", resolve: at("127.0.0.1") })).toMatchObject({ error });
    expect(received).toEqual([]);
  });
});

describe("TLS", () => {
  const startTls = async () => {
    const names: unknown[] = [];
    const server = https.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
      names.push(Object(request.socket).servername, request.headers.host);
      response.end();
    });
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return { port: portOf(server), names };
  };
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];

  it("verifies the host name, although the connection uses the checked address", async () => {
    const { port, names } = await startTls();
    const url = `https://hooks.test:${port}/`;
    expect(await post(url, { resolve, ca: CERTIFICATE })).toMatchObject({ status: 200, error: null });
    expect(names).toEqual(["hooks.test", `hooks.test:${port}`]);
  });

  it.each([
    ["an untrusted certificate", "hooks.test", undefined, /^TLS failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    [
      "a certificate of another name",
      "other.test",
      CERTIFICATE,
      /^TLS failed \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    ],
  ])("fails for %s", async (_, host, ca, error) => {
    const { port } = await startTls();
    expect(await post(`https://${host}:${port}/`, { resolve, ...(ca && { ca }) })).toMatchObject({
      status: null,
      error: expect.stringMatching(error),
    });
  });

  it("fails for a server without TLS", async () => {
    const { url } = await startReceiver();
    const outcome = await post(url.replace("http:", "https:"));
    expect(outcome).toMatchObject({ status: null, error: expect.stringMatching(/^TLS failed/) });
  });
});
