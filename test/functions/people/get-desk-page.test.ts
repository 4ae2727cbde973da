import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "@jest/globals";
import { handler } from "../../../functions/people/get-desk-page.ts";
import { bundleDeskPage } from "../../../lib/documents/pages/bundle-desk-page.ts";
import { useBundledPage } from "../../support/bundled-page.ts";

const { folder, get } = useBundledPage(bundleDeskPage, handler);

it("serves the desk from this host alone, in no frame and for no search engine", async () => {
  const { statusCode, headers, bytes } = await get();
  expect([statusCode, headers?.["referrer-policy"]]).toEqual([200, "no-referrer"]);
  const policy = String(headers?.["content-security-policy"]).split("; ");
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]),
  );
  expect(bytes.toString()).toContain('<meta name="robots" content="noindex, nofollow">');
  expect(bytes.toString()).not.toMatch(/\{\{|https?:|style=|<style|\son\w+=|<script>/);
});

it("takes the token out of the address before its script does anything else", async () => {
  const script = readdirSync(folder).find((name) => /^page-\w+\.js\.gz$/.test(name)) ?? "";
  const code = (await get(script.replace(/\.gz$/, ""), { "accept-encoding": "identity;q=0, gzip" })).bytes;
  const text = gunzipSync(code).toString();
  expect(text.indexOf("replaceState")).toBeGreaterThan(0);
  expect(text.indexOf("replaceState")).toBeLessThan(text.indexOf("getElementById"));
});

it("is small", () => {
  const sizes = readdirSync(folder).filter((name) => name.endsWith(".gz"));
  const bytes = sizes.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(bytes).toBeLessThan(14 * 1024);
});
