import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/docs/get-docs.ts";
import { bundleDocsPage } from "../../../lib/documents/pages/bundle-docs-page.ts";
import { useBundledPage } from "../../support/bundled-page.ts";

/** Lambda's limit for an answer. */
const ANSWER_BYTES_MAXIMUM = 6 * 1024 * 1024;

const { get } = useBundledPage(bundleDocsPage, handler);

const filesOfPage = async () => {
  const { bytes } = await get();
  return [...bytes.toString().matchAll(/"docs\/([^"]+)"/g)].map(([, file = ""]) => file);
};

describe("GET /api/docs", () => {
  it("is a page that browsers revalidate, and that loads nothing from other hosts", async () => {
    const { statusCode, headers, bytes } = await get();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=300",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    const policy = String(headers?.["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
    );
    expect(bytes.toString()).not.toMatch(/(src|<link[^>]* href)="https?:|\{\{[a-z]/);
  });

  it("names its script and style by their content, so that they can be cached forever", async () => {
    const files = await filesOfPage();
    expect(files.map((file) => file.replace(/-[A-Z0-9]{8}\./, "."))).toEqual([
      "page.css",
      "page.js",
      "scalar.js",
    ]);
    for (const file of files) {
      const { statusCode, headers, size } = await get(file);
      expect(statusCode).toBe(200);
      expect(headers?.["cache-control"]).toBe("public, max-age=31536000, immutable");
      expect(size).toBeLessThan(ANSWER_BYTES_MAXIMUM);
    }
  });

  it("can be read before its scripts have loaded: the contents and every guide", async () => {
    const { bytes } = await get();
    const html = bytes.toString();
    expect(html).toMatch(/<section id="description\/first-steps">\s*<h1>First steps<\/h1>/);
    expect(html).toMatch(/<section id="description\/signatures">\s*<h2>Signatures<\/h2>\s*<p>/);
    for (const link of ['<a href="#description/recipes">Recipes</a>', '<a href="#tag/leads">Leads</a>'])
      expect(html).toContain(link);
    expect((await get(undefined, { "accept-encoding": "gzip" })).bytes.length).toBeLessThan(46 * 1024);
  });

  it("compresses its own scripts to less than 3.5 KB, and Scalar's to a megabyte", async () => {
    const [, own = "", script = ""] = await filesOfPage();
    expect((await get(own, { "accept-encoding": "gzip" })).bytes.length).toBeLessThan(3.5 * 1024);
    expect((await get(script, { "accept-encoding": "gzip" })).bytes.length).toBeLessThan(1024 * 1024);
  });

  it.each([
    ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
    ["gzip", "gzip, deflate", gunzipSync],
  ])("answers %s to a browser that accepts %s", async (coding, accepted, decompress) => {
    const [, , script = ""] = await filesOfPage();
    const { headers, bytes } = await get(script, { "accept-encoding": accepted });
    expect(headers).toMatchObject({
      "content-encoding": coding,
      "content-type": "text/javascript; charset=utf-8",
      vary: "Accept-Encoding",
    });
    const plain = gunzipSync((await get(script)).bytes);
    expect(decompress(bytes).equals(plain)).toBe(true);
  });

  it.each([
    ["without Accept-Encoding", {}, "gzip"],
    ["that accepts anything", { "accept-encoding": "*" }, "br"],
  ])("compresses its scripts for a program %s", async (_program, headers, coding) => {
    for (const file of await filesOfPage())
      expect((await get(file, headers)).headers).toMatchObject({ "content-encoding": coding });
  });

  it.each(["identity", "*;q=0"])(
    "answers 406 for a script to a program that accepts %j, and sends the page uncompressed",
    async (accepted) => {
      const headers = { "accept-encoding": accepted };
      const [script] = await filesOfPage();
      expect(await get(script, headers)).toMatchObject({
        statusCode: 406,
        headers: { vary: "Accept-Encoding" },
      });
      const page = await get(undefined, headers);
      expect([page.statusCode, page.headers?.["content-encoding"]]).toEqual([200, undefined]);
    },
  );

  it.each(["other.js", "index.html", "../index.cjs", "constructor", ""])("has no file %j", async (file) => {
    const { statusCode, bytes, headers } = await get(file);
    expect([statusCode, JSON.parse(bytes.toString()).error.code]).toEqual([404, "not_found"]);
    expect(headers?.["cache-control"]).toBe("no-store");
  });
});
