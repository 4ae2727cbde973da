import { expect, it } from "@jest/globals";
import type { Scope } from "../../../shared/api/endpoint-definition.ts";
import { requireGrantable } from "../../../shared/api/keys/grant.ts";

const key = (scopes: Scope[], enabled = true) => ({ scopes, enabled });

it.each<[string, ReturnType<typeof key>, Scope[]]>([
  ["a scope that it has", key(["leads:read", "leads:write"]), ["leads:write"]],
  ["no scope", key([], false), []],
])("a key grants %s", (_, grantor, scopes) => {
  expect(() => requireGrantable(grantor, scopes)).not.toThrow();
});

it.each<[string, ReturnType<typeof key>, Scope[], string]>([
  [
    "scopes that it lacks",
    key(["leads:read"]),
    ["leads:read", "leads:write", "keys:write" as Scope],
    "leads:write, keys:write",
  ],
  ["anything while it is disabled", key(["leads:read"], false), ["leads:read"], "leads:read"],
])("a key cannot grant %s, which the refusal names", (_, grantor, scopes, names) => {
  const message = `cannot be granted by a key that lacks them: ${names}`;
  const refusal = { code: "insufficient_scope", details: [{ field: "scopes", message }] };
  expect(() => requireGrantable(grantor, scopes)).toThrow(expect.objectContaining(refusal));
});
