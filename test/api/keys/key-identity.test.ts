import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { v4, v7 } from "uuid";
import { claimedIdentity, identityOf } from "../../../shared/api/keys/key-identity.ts";
import { formatEarlierSecretKey, formatSecretKey, isSecretKey } from "../../../shared/api/keys/secret-key.ts";
import { firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";

const owners = { firmId: v4(), ownerId: v7() };
const firmId = firmIdFromVerifiedSource(owners.firmId);

describe("the identity of a key", () => {
  it("names an API key by its id and an ingestion key by its source", () => {
    const key = { firmId, id: "key" };
    expect(identityOf({ ...key, kind: "api" }).actor).toEqual({ type: "api_key", id: "key" });
    expect(identityOf({ ...key, kind: "ingestion", sourceId: "source" }).actor).toEqual({
      type: "source",
      id: "source",
    });
  });

  it.each([
    ["api", "api_key"],
    ["ingestion", "source"],
  ] as const)("is claimed by a new %s key", (kind, type) => {
    for (let n = 0; n < 100; n++)
      expect(claimedIdentity(formatSecretKey(kind, owners, randomBytes(32)))).toEqual({
        kind,
        firmId: owners.firmId,
        actor: { type, id: owners.ownerId },
      });
  });

  it("is not claimed by an earlier key", () => {
    expect(claimedIdentity(formatEarlierSecretKey("api", randomBytes(32)))).toBeNull();
  });

  it("is not claimed by a key whose ids are none", () => {
    const withoutIds = formatSecretKey("api", { firmId: v4(), ownerId: v4() }, randomBytes(32));
    expect(isSecretKey(withoutIds)).toBe(true);
    expect(claimedIdentity(`${withoutIds.slice(0, -1)}!`)).toBeNull();
    expect(claimedIdentity("itk_")).toBeNull();
  });
});
