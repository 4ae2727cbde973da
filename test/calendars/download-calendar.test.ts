import type { ServerResponse } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { downloadCalendar } from "../../shared/calendars/download-calendar.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";

useReceivers();

const FILE = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
const NONE = { etag: "", lastModified: "" };

const download = (url: string, validators = NONE, changes: object = {}) =>
  downloadCalendar({ url, validators }, { targets: "local", timeoutMilliseconds: 2_000, ...changes });

type Answer = (response: ServerResponse) => unknown;
const serve = (answer: Answer) => startReceiver((_request, response) => answer(response));

const errorOf = async (answer: Answer) => {
  const { url } = await serve(answer);
  const outcome = await download(url);
  expect(JSON.stringify(outcome)).not.toContain(new URL(url).host);
  return outcome.result === "failed" ? outcome.error : outcome.result;
};

describe("a download", () => {
  it.each([
    ["plain", undefined, Buffer.from(FILE)],
    ["gzip", "gzip", gzipSync(FILE)],
    ["Brotli", "br", brotliCompressSync(FILE)],
  ])("reads a %s body with its validators", async (_name, encoding, body) => {
    const { url, received } = await serve((response) =>
      response.writeHead(200, { etag: '"1"', ...(encoding && { "content-encoding": encoding }) }).end(body),
    );
    const outcome = await download(url, { etag: '"0"', lastModified: "yesterday" });
    expect(outcome).toMatchObject({ result: "changed", etag: '"1"', lastModified: "" });
    expect(Buffer.from(Object(outcome).file).toString()).toBe(FILE);
    expect(received).toMatchObject([
      {
        headers: {
          "if-none-match": '"0"',
          "if-modified-since": "yesterday",
          "accept-encoding": "gzip, deflate, br",
        },
      },
    ]);
  });

  it("is unchanged with 304", async () => {
    const { url } = await serve((response) => response.writeHead(304).end());
    expect(await download(url, { ...NONE, etag: '"0"' })).toEqual({ result: "unchanged" });
  });

  it("follows five redirects, and no sixth", async () => {
    const from = async (redirects: number) => {
      const { url } = await startReceiver((request, response) => {
        const left = Number(new URL(request.url ?? "", "http://a").searchParams.get("left"));
        if (left === 0) response.end(FILE);
        else response.writeHead(302, { location: `?left=${left - 1}` }).end();
      });
      return download(`${url}?left=${redirects}`);
    };
    expect(await from(5)).toMatchObject({ result: "changed" });
    expect(await from(6)).toMatchObject({
      result: "failed",
      error: "The calendar's address redirects more than 5 times.",
    });
  });

  it.each([
    "http://10.0.0.1/",
    "https://169.254.169.254/latest",
    "ftp://example.com/",
    "//user:word@example.com/",
  ])("does not follow a redirect to %s", async (location) => {
    expect(await errorOf((response) => response.writeHead(302, { location }).end())).toBe(
      "The calendar's address redirects to one that is not public or not https.",
    );
  });

  it("does not follow a redirect to an address that is too long", async () => {
    const location = `https://example.com/${"a".repeat(2_000)}`;
    expect(await errorOf((response) => response.writeHead(302, { location }).end())).toBe(
      "The calendar's address redirects to one that is too long.",
    );
  });

  it("reaches no address of this machine in the cloud, by a redirect neither", async () => {
    const inner = await serve((response) => response.end(FILE));
    expect(await download(inner.url, NONE, { targets: "public" })).toMatchObject({
      result: "failed",
      error: "The calendar's server cannot be reached: the host leads to an address that is not public.",
    });
    expect(inner.received).toEqual([]);
  });

  it("ends a body that is too large, decoded or not", async () => {
    expect(await errorOf((response) => response.end(Buffer.alloc(2 * 1024 * 1024 + 1)))).toBe(
      "The calendar is larger than 2 MB.",
    );
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    expect(
      await errorOf((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)),
    ).toBe("The calendar is larger than 2 MB.");
    expect(process.memoryUsage().rss - before).toBeLessThan(30 * 1024 * 1024);
  });

  it("ends a server that never answers in full", async () => {
    const slow = (response: ServerResponse) => {
      response.writeHead(200).write("BEGIN");
      const timer = setInterval(() => response.write("X"), 50);
      response.on("close", () => clearInterval(timer));
    };
    expect(await errorOf(slow)).toBe("The calendar's server did not answer in full within 2 seconds.");
  });

  it.each([
    [404, "There is no calendar at the address (404). Copy the calendar's secret address again."],
    [410, "The calendar is gone (410). Copy the calendar's secret address again."],
    [500, "The calendar's server answered with an error (500). Intake tries again."],
  ])("says why there is none: %i", async (status, error) => {
    expect(await errorOf((response) => response.writeHead(status).end())).toBe(error);
  });

  it("tells how long a server wants to be left alone", async () => {
    const { url } = await serve((response) => response.writeHead(429, { "retry-after": "3600" }).end());
    expect(await download(url)).toMatchObject({ result: "failed", retryAfterMilliseconds: 3_600_000 });
  });

  it.each([
    ["a broken compression", "gzip", "a compression that cannot be read"],
    ["broken Brotli", "br", "a compression that cannot be read"],
    ["an unknown compression", "zstd", "an unknown compression"],
  ])("fails by %s", async (_name, encoding, what) => {
    expect(
      await errorOf((response) => response.writeHead(200, { "content-encoding": encoding }).end("no gzip!")),
    ).toBe(`The calendar's server sends ${what}.`);
  });

  it("fails by a connection that breaks within the body", async () => {
    const broken = (response: ServerResponse) => {
      response.writeHead(200, { "content-length": "100" }).write("BEGIN");
      setTimeout(() => response.destroy(), 20);
    };
    expect(await errorOf(broken)).toMatch(/^The calendar's server cannot be reached/);
  });
});
