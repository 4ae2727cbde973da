import { expect, it } from "@jest/globals";
import * as z from "zod/mini";
import { pageQuery } from "../../shared/schema/page.ts";

const sizeOf = (limit?: string) => z.object(pageQuery()).parse({ limit }).limit;

it.each([
  ["1", 1],
  ["2", 2],
  ["050", 50],
  ["199", 199],
  ["200", 200],
])("the page limit of %s is applied", (limit, size) => {
  expect(sizeOf(limit)).toBe(size);
});

const UNUSABLE = "0 201 -1 1.5 abc 1e2 0x10 +5 10,20 ９ 1000 NaN".split(" ");

it.each([undefined, "", " ", "9".repeat(400), ...UNUSABLE])("the page limit is 50 for %j", (limit) => {
  expect(sizeOf(limit)).toBe(50);
});
