import { describe, expect, it } from "@jest/globals";
import { expectedVersions, ifMatchViolations } from "../../shared/api/request-headers.ts";
import { httpEvent } from "../support/http-call.ts";

const event = (value?: string) => httpEvent(value === undefined ? {} : { headers: { "if-match": value } });

describe("If-Match", () => {
  it.each<[string | undefined, number[] | null]>([
    [undefined, null],
    ["*", null],
    [' "3" ', [3]],
    ['"0"', [0]],
    ['"3", "4"', [3, 4]],
    [' "3" ,, "4",', [3, 4]],
  ])("%s expects %j", (value, versions) => {
    expect(expectedVersions(event(value))).toEqual(versions);
    expect(ifMatchViolations(event(value))).toEqual([]);
  });

  it.each([
    "",
    ",",
    "3",
    '"abc"',
    'W/"3"',
    '"3", 4',
    '"3" "4"',
    '*, "3"',
    '"-1"',
    '"1.5"',
    '"99999999999999999"',
  ])("rejects %s", (value) => {
    expect(ifMatchViolations(event(value)).map(({ field }) => field)).toEqual(["If-Match"]);
  });
});
