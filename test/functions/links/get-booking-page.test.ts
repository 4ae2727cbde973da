import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/links/get-booking-page.ts";
import { bundleBookingPage } from "../../../lib/documents/pages/bundle-booking-page.ts";
import { TEXTS } from "../../../pages/book/texts/languages.ts";
import { useBundledPage } from "../../support/bundled-page.ts";

/** The size of all files together, compressed. */
const BYTES_MAXIMUM = 60 * 1024;

const { folder, get } = useBundledPage(bundleBookingPage, handler);

describe("GET /book", () => {
  it("is a page that browsers revalidate, that no search engine indexes and no other page frames", async () => {
    const { statusCode, headers, bytes } = await get();
    const text = bytes.toString();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=300",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
    expect(String(headers?.["content-security-policy"]).split("; ").toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(text).toContain("<title>Your appointment</title>");
    expect(text).not.toMatch(/\{\{|https?:|style=|<style|\son\w+=|<script>/);
  });

  it("stays a page in a cache that takes over the headers of a 304 (RFC 9111 §3.2)", async () => {
    const { headers } = await get();
    const { statusCode, headers: notModified } = await get(undefined, {
      "if-none-match": String(headers?.etag),
    });
    expect([statusCode, notModified?.["content-type"]]).toEqual([304, headers?.["content-type"]]);
  });

  it("has one address: under its file's name it would not find its files", async () => {
    const { statusCode, headers } = await get("index.html");
    expect([statusCode, headers?.["cache-control"]]).toEqual([404, "no-store"]);
  });

  it("is small: all its files together, compressed", () => {
    const sizeOf = (coding: string) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(coding))
        .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(sizeOf(".gz")).toBeLessThan(BYTES_MAXIMUM);
    expect(sizeOf(".br")).toBeLessThan(BYTES_MAXIMUM);
  });

  it("names no other hosts but those of the links to calendars, which nothing asks before a click", async () => {
    const html = (await get()).bytes.toString();
    const files = [...html.matchAll(/"book\/([^"]+)"/g)].map(([, file = ""]) => file);
    const texts = files.map((file) => gunzipSync(readFileSync(join(folder, `${file}.gz`))).toString());
    expect(texts.join("\n").match(/https?:\/\/[\w.]*|["'`(]\/\/\w+/g)).toEqual([
      "https://calendar.google.com",
      "https://outlook.live.com",
    ]);
    expect(files.map((file) => extname(file)).toSorted()).toEqual([
      ".css",
      ".js",
      ...Object.keys(TEXTS).map(() => ".json"),
    ]);
  });
});
