import { describe, expect, it } from "@jest/globals";
import { v4 } from "uuid";
import { identityOf } from "../../../shared/api/keys/key-store.ts";
import { firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";

describe("the identity of a key", () => {
  it("is the id of an API key, or the source of an ingestion key", () => {
    const key = { firmId: firmIdFromVerifiedSource(v4()), id: "key" };
    expect(identityOf({ ...key, kind: "api" }).actor).toEqual({ type: "api_key", id: "key" });
    expect(identityOf({ ...key, kind: "ingestion", sourceId: "source" }).actor).toEqual({
      type: "source",
      id: "source",
    });
  });
});
