import url from "node:url";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import type * as z from "zod/mini";
import { headerName } from "../../shared/api/header-fields.ts";
import { email } from "../../shared/schema/contact-fields.ts";
import {
  configuredKey,
  dayText,
  line,
  requiredText,
  text,
  timeZone,
  uuid,
  wholeNumberText,
} from "../../shared/schema/fields.ts";
import { path } from "../../shared/schema/json-path.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { settingsObject } from "../../shared/schema/settings-object.ts";
import { instantInput } from "../../shared/schema/time.ts";
import { origin, pageUrl, url as urlField } from "../../shared/schema/url.ts";
import { constant } from "../../shared/settings/condition.contract.ts";
import { dataValueViolations } from "../../shared/settings/custom-data.rules.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { watchPatterns } from "../support/pattern-inputs.ts";

const FIELDS: readonly [name: string, schema: z.ZodMiniType, characters: number][] = [
  ["a text", text(500), 500],
  ["a line", line(200), 200],
  ["a required text", requiredText(200), 200],
  ["a key", configuredKey(64), 64],
  ["an email address", email(), LIMITS.emailCharacters],
  ["a time zone", timeZone(), LIMITS.timeZoneCharacters],
  ["an id", uuid(), 36],
  ["a day", dayText(), 10],
  ["an instant", instantInput(), 50],
  ["a number in an address", wholeNumberText(1, 9), 9],
  ["a URL", urlField(), LIMITS.urlCharacters],
  ["the URL of a page", pageUrl(), LIMITS.urlCharacters],
  ["an origin", origin(), LIMITS.urlCharacters],
  ["a header's name", headerName(), LIMITS.headerNameCharacters],
  ["a path", path(), LIMITS.pathCharacters],
  ["a constant", constant(), LIMITS.dataTextCharacters],
];

/** Texts that are long without white space around them. */
const LONG = hostileTexts(LIMITS.bodyBytes).filter(([, value]) => value.trim().length > 1);

let patterns: ReturnType<typeof watchPatterns>;
beforeEach(() => {
  patterns = watchPatterns();
});

describe.each(FIELDS)("%s that is too long", (_, schema, characters) => {
  it("is rejected for its length alone", () => {
    const domains = jest.spyOn(url, "domainToASCII");
    for (const [kind, value] of LONG) {
      const { success } = schema.safeParse(value);
      expect([kind, success]).toEqual([kind, false]);
      expect([kind, patterns.givenMoreThan(characters)]).toEqual([kind, []]);
    }
    expect(domains.mock.calls.filter(([domain]) => domain.length > LIMITS.emailCharacters)).toEqual([]);
  });
});

it("names the other wrong fields of the object whose text is too long", () => {
  const object = settingsObject({ name: text(3), day: dayText(), to: text(9) });
  const { error } = object.safeParse({ name: "long", day: "2026-02-30", other: 1 });
  expect(error?.issues.map((issue) => issue.path.join())).toEqual(["name", "day", "to", "other"]);
});

it("compares a field name that is too long with no other", () => {
  expect(settingsObject({ name: text(3) }).safeParse({ ["n".repeat(LIMITS.bodyBytes)]: 1 }).success).toBe(
    false,
  );
  expect(patterns.givenMoreThan(LIMITS.nameCharacters)).toEqual([]);
});

describe.each(["text", "number", "boolean", "date", "select"] as const)("a value of type %s", (type) => {
  it("that is too long is rejected for its length alone", () => {
    const field = { key: "a", label: "A", type, options: ["One"] };
    for (const [kind, value] of LONG) {
      expect([kind, dataValueViolations({ a: value }, [field]).length]).toEqual([kind, 1]);
      expect(patterns.givenMoreThan(LIMITS.dataTextCharacters)).toEqual([]);
    }
  });
});
