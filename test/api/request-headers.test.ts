import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import {
  expectedVersions,
  headerViolations,
  idempotencyKey,
  isKnownTag,
  knownTags,
} from "../../shared/api/request-headers.ts";
import { createLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { updateByLinkEndpoint } from "../../shared/links/by-link.contract.ts";
import { updateFirmEndpoint } from "../../shared/settings/firm.contract.ts";
import { idempotencyKey as recordOf } from "../../shared/table/record-keys.ts";
import { FIRM_ID } from "../support/decisions.ts";
import { httpEvent } from "../support/http-call.ts";

const eventWith = (name: string, value?: string) =>
  httpEvent(value === undefined ? {} : { headers: { [name]: value } });
const violationsOf = (name: string, value: string) =>
  headerViolations(createLeadEndpoint, eventWith(name, value));

describe("Intake-Version", () => {
  it.each(["2026-11-01", " 2026-11-01 "])("may be %j", (version) => {
    expect(violationsOf("intake-version", version)).toEqual([]);
  });

  it.each(["2026-11-02", "2020-01-01", "latest", "", "2026-11-01,2026-11-01"])(
    "must not be %j",
    (version) => {
      const message = "must be one of: 2026-11-01";
      expect(violationsOf("intake-version", version)).toEqual([{ field: "Intake-Version", message }]);
    },
  );
});

describe("If-Match", () => {
  const violationsIn = (endpoint: EndpointDefinition, value?: string) =>
    headerViolations(endpoint, eventWith("if-match", value)).map(({ field }) => field);

  it.each<[string | undefined, string[] | null]>([
    [undefined, null],
    ["*", null],
    [' "3" ', ["3"]],
    ['"0"', ["0"]],
    ['"3", "4"', ["3", "4"]],
    [' "3" ,, "4",', ["3", "4"]],
  ])("%s expects %j", (value, versions) => {
    for (const endpoint of [updateFirmEndpoint, updateByLinkEndpoint]) {
      expect(expectedVersions(endpoint, eventWith("if-match", value))).toEqual(versions);
      expect(violationsIn(endpoint, value)).toEqual([]);
    }
    expect(expectedVersions(createLeadEndpoint, eventWith("if-match", value))).toBeNull();
  });

  it.each(["", ",", "3", "abc", 'W/"3"', '"3", 4', '"3" "4"', '*, "3"', '"1.5"', `"${"9".repeat(65)}"`])(
    "must not be %s",
    (value) => {
      for (const endpoint of [updateFirmEndpoint, updateByLinkEndpoint])
        expect(violationsIn(endpoint, value)).toEqual(["If-Match"]);
    },
  );

  it.each(['"abc"', '"-1"', '"99999999999999999"'])("must not be %s instead of a version", (value) => {
    expect(violationsIn(updateFirmEndpoint, value)).toEqual(["If-Match"]);
  });
});

it.each([
  ['W/"a"', true],
  ['"a"', true],
  ['"x", W/"a"', true],
  ["*", true],
  ['"x"', false],
  ["", false],
  ["a", false],
  [undefined, false],
])("If-None-Match: %s means the answer with the tag a: %s", (value, isKnown) => {
  expect(isKnownTag('W/"a"', knownTags(eventWith("if-none-match", value)))).toBe(isKnown);
});

describe("an Idempotency-Key", () => {
  it.each(["a", "x".repeat(255), "!~\"#$%&'()*+,-./:;<=>?@[]^_`{|}", randomUUID()])("may be %s", (key) => {
    expect(idempotencyKey(eventWith("idempotency-key", key))).toBe(key);
    expect(violationsOf("idempotency-key", key)).toEqual([]);
  });

  it.each(["", " ", "a b", " a", "a ", "x".repeat(256), "ключ", "é", "a\tb", "\u007f"])(
    "must not be %j",
    (key) => {
      expect(idempotencyKey(eventWith("idempotency-key", key))).toBeNull();
      expect(violationsOf("idempotency-key", key)).toMatchObject([{ field: "Idempotency-Key" }]);
    },
  );

  it.each([
    ["a#b", "a#b."],
    ["KEY", "key"],
  ])("%j has another record than %j", (...keys) => {
    const [one, other] = keys.map((key) => recordOf(FIRM_ID, "create-lead", key));
    expect(one).not.toEqual(other);
  });
});
