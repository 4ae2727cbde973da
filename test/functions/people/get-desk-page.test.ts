import { readdirSync, readFileSync, statSync } from "node:fs";
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

it("takes the token out of the address by a script before all others, which does nothing else", async () => {
  const html = (await get()).bytes.toString();
  const [first = ""] = [
    ...html.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="desk\/([^"]+)"/g),
  ].map(([, name = ""]) => name);
  expect(first).toMatch(/^token-/);
  const entry = textOf(first);
  const [imported = ""] = [...entry.matchAll(/"\.\/([^"]+)"/g)].map(([, name = ""]) => name);
  const code = entry + textOf(imported);
  expect(code).toContain("replaceState");
  expect(code.length).toBeLessThan(400);
});

const textOf = (name: string) => gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString();

/** Returns the size of files, gzipped, in KB. */
const kilobytes = (kind: RegExp) =>
  readdirSync(folder)
    .filter((name) => kind.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1024;

it("is small: at most 83 KB of scripts, and 9 KB of styles", () => {
  expect(kilobytes(/\.js\.gz$/)).toBeLessThan(83);
  expect(kilobytes(/\.css\.gz$/)).toBeLessThan(9);
});

/** Returns the scripts without which a script does not start. */
const startedWith = (name: string): string[] =>
  [...textOf(name).matchAll(/(?:from|import)"\.\/([^"]+)"/g)].flatMap(([, imported = ""]) => [
    imported,
    ...startedWith(imported),
  ]);

it("has seen the leads after at most 30 KB of scripts, all of them named in the page", async () => {
  const html = (await get()).bytes.toString();
  const named = [...html.matchAll(/desk\/([\w-]+\.js)"/g)].map(([, name = ""]) => name);
  const names = new Set(named.flatMap((name) => [name, ...startedWith(name)]));
  expect([...names].some((name) => textOf(name).includes('"leads-board"'))).toBe(true);
  expect([...names].reduce((sum, name) => sum + statSync(join(folder, `${name}.gz`)).size, 0)).toBeLessThan(
    30 * 1024,
  );
});
