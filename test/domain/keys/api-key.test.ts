import { describe, expect, it } from "@jest/globals";
import type { Scope } from "../../../shared/contract/scopes.ts";
import { grantedScopes, managesKeys, missingScopes } from "../../../shared/domain/keys/api-key.ts";

const key = (scopes: Scope[], enabled = true) => ({ scopes, enabled });

describe("managesKeys", () => {
  it.each([
    [key(["settings:write"]), true],
    [key(["settings:write"], false), false],
    [key(["settings:read", "leads:write"]), false],
  ])("of %j is %s", (authority, manages) => {
    expect(managesKeys(authority)).toBe(manages);
  });
});

describe("grantedScopes", () => {
  it.each<[string, ReturnType<typeof key>, ReturnType<typeof key>, Scope[]]>([
    ["nothing by no change", key(["leads:read"]), key(["leads:read"]), []],
    ["nothing by taking away", key(["leads:read", "leads:write"]), key(["leads:read"]), []],
    ["nothing by disabling", key(["leads:read"]), key(["leads:read"], false), []],
    ["what is added", key(["leads:read"]), key(["leads:read", "leads:write"]), ["leads:write"]],
    [
      "what is added to a disabled key",
      key(["leads:read"], false),
      key(["leads:write"], false),
      ["leads:write"],
    ],
    ["everything by enabling again", key(["leads:read"], false), key(["leads:read"]), ["leads:read"]],
  ])("are %s", (_, before, after, given) => {
    expect(grantedScopes(before, after)).toEqual(given);
  });
});

describe("missingScopes", () => {
  it.each<[ReturnType<typeof key>, Scope[], Scope[]]>([
    [key(["leads:read"]), ["leads:read"], []],
    [key(["leads:read"]), ["leads:read", "leads:write"], ["leads:write"]],
    [key(["leads:read"], false), ["leads:read"], ["leads:read"]],
    [key([]), [], []],
  ])("of %j giving %j are %j", (grantor, given, lacking) => {
    expect(missingScopes(grantor, given)).toEqual(lacking);
  });
});
