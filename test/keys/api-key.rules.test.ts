import { describe, expect, it } from "@jest/globals";
import type { Scope } from "../../shared/api/endpoint-definition.ts";
import { grantedScopes, lastManagingKey, managesKeys } from "../../shared/keys/api-key.rules.ts";

const key = (scopes: Scope[], enabled = true) => ({ scopes, enabled });

describe("managesKeys", () => {
  it.each([
    [key(["settings:write"]), true],
    [key(["settings:write"], false), false],
    [key(["settings:read", "leads:write"]), false],
  ])("for %j is %s", (authority, manages) => {
    expect(managesKeys(authority)).toBe(manages);
  });
});

describe("grantedScopes", () => {
  it.each<[string, ReturnType<typeof key>, ReturnType<typeof key>, Scope[]]>([
    ["nothing without a change", key(["leads:read"]), key(["leads:read"]), []],
    ["nothing for a removed scope", key(["leads:read", "leads:write"]), key(["leads:read"]), []],
    ["nothing for disabling", key(["leads:read"]), key(["leads:read"], false), []],
    ["an added scope", key(["leads:read"]), key(["leads:read", "leads:write"]), ["leads:write"]],
    [
      "a scope added to a disabled key",
      key(["leads:read"], false),
      key(["leads:write"], false),
      ["leads:write"],
    ],
    ["everything for enabling", key(["leads:read"], false), key(["leads:read"]), ["leads:read"]],
  ])("are %s", (_, before, after, granted) => {
    expect(grantedScopes(before, after)).toEqual(granted);
  });
});

it("the last key that manages keys stays, by the field that would change it", () => {
  expect(lastManagingKey("enabled")).toMatchObject({
    code: "invalid_request",
    details: [{ field: "enabled" }],
  });
});
