import { describe, expect, it } from "@jest/globals";
import {
  activeKeys,
  type IngestionKey,
  rotatedKeys,
  sourceResource,
} from "../../shared/sources/source.rules.ts";
import { NOW_MILLISECONDS, newSource } from "../support/decisions.ts";

const NOW = NOW_MILLISECONDS / 1000;
const HOUR = 3_600;

const key = (lastFour: string, expiresAtEpochSeconds: number | null = null): IngestionKey => ({
  sha256: `hash of ${lastFour}`,
  lastFour,
  expiresAtEpochSeconds,
});
const [current, ending, ended] = [key("cur1"), key("end1", NOW + 1), key("old1", NOW)];
const added = key("new1");
const many = [1, 2, 3, 4, 5].map((hours) => key(`k${hours}`, NOW + hours));

it.each<[string, IngestionKey[], number, IngestionKey[]]>([
  ["beside the replaced one, for so many hours", [current], 24, [added, key("cur1", NOW + 24 * HOUR)]],
  [
    "beside earlier ones, which keep their expiry",
    [current, ending],
    1,
    [added, key("cur1", NOW + HOUR), ending],
  ],
  ["without those that have expired", [current, ended], 1, [added, key("cur1", NOW + HOUR)]],
  ["alone with 0 hours", [current, ending], 0, [added]],
  ["as the first of five", many, 1, [added, ...many.slice(0, 4)]],
])("a new key is valid %s", (_, keys, hours, rotated) => {
  expect(rotatedKeys(keys, added, { hours, nowMilliseconds: NOW_MILLISECONDS })).toEqual(rotated);
});

it("a key is active until the second in which it expires", () => {
  expect(activeKeys([current, ending, ended], NOW_MILLISECONDS)).toEqual([current, ending]);
  expect(activeKeys([ending], NOW_MILLISECONDS + 1_000)).toEqual([]);
});

describe("a source is shown", () => {
  it.each<[string, IngestionKey[], string, string | null]>([
    ["with its key alone", [current], "cur1", null],
    [
      "with the expiry of the key before it",
      [current, ending, key("x", NOW + 9)],
      "cur1",
      "2055-03-02T12:00:01.000Z",
    ],
    ["without an expired one", [current, ended], "cur1", null],
    ["without a key", [], "", null],
  ])("%s", (_, keys, last_four, previous_key_expires_at) => {
    const source = newSource({ keys });
    const created_at = "2024-04-21T09:32:31.104Z";
    expect(sourceResource(source, NOW_MILLISECONDS)).toMatchObject({
      ...{ key: "form", last_four, previous_key_expires_at, created_at },
    });
  });
});
