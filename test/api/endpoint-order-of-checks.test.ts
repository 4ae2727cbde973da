import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { formatSecretKey } from "../../shared/api/keys/key-store.ts";
import { addKey, newFirm } from "../support/firms.ts";
import { type ApiRequest, call } from "../support/http-call.ts";
import { ADA, putLead } from "../support/leads.ts";
import { changeSetting } from "../support/settings.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const OVERSIZED = "x".repeat(65_537);
const keys: Record<string, string> = {
  malformed: "itk_x",
  unknown: formatSecretKey("api", randomBytes(32)),
};
const ids = { unknown: randomUUID(), known: "" };

beforeAll(async () => {
  const { firmId, apiKey } = await newFirm(table);
  await changeSetting(table, firmId, "stages", []);
  ids.known = (await putLead(table, firmId)).id;
  keys.good = apiKey;
  keys.usedUp = await addKey(table, firmId, { requestsPerMinute: 1 });
  await call(createLead, { key: keys.usedUp });
  // the next two keys have no permits left either
  keys.narrow = await addKey(table, firmId, { requestsPerMinute: 1, scopes: ["leads:read"] });
  await call(createLead, { key: keys.narrow });
  keys.disabled = await addKey(table, firmId, { requestsPerMinute: 1, scopes: [], enabled: false });
  await call(createLead, { key: keys.disabled });
});

type InvalidRequest = {
  key?: string;
  id?: keyof typeof ids;
  body?: unknown;
  headers?: ApiRequest["headers"];
};
type Row = [string, InvalidRequest, number, string];

describe("a request with several errors gets the first of: key, scope, rate limit, size, resource, body, rules.", () => {
  it.each<Row>([
    ["no key and other errors", { id: "unknown", body: OVERSIZED }, 401, "missing_key"],
    ["a malformed key", { key: "malformed", id: "unknown", body: OVERSIZED }, 401, "invalid_key"],
    ["an unknown key", { key: "unknown", id: "unknown", body: OVERSIZED }, 401, "invalid_key"],
    [
      "a disabled key without scope or permits",
      { key: "disabled", id: "unknown", body: OVERSIZED },
      403,
      "key_disabled",
    ],
    [
      "a key without scope or permits",
      { key: "narrow", id: "unknown", body: OVERSIZED },
      403,
      "insufficient_scope",
    ],
    ["a key without permits", { key: "usedUp", id: "unknown", body: OVERSIZED }, 429, "rate_limited"],
    ["too large a body", { key: "good", id: "unknown", body: OVERSIZED }, 413, "payload_too_large"],
    [
      "too large a body for an existing lead",
      { key: "good", id: "known", body: OVERSIZED },
      413,
      "payload_too_large",
    ],
    ["an unknown lead and invalid JSON", { key: "good", id: "unknown", body: "{" }, 404, "not_found"],
    [
      "an unknown lead and an invalid body",
      { key: "good", id: "unknown", body: { email: "" } },
      404,
      "not_found",
    ],
    ["an invalid body", { key: "good", id: "known", body: { email: "" } }, 422, "invalid_request"],
  ])("PATCH with %s", async (_, { key, id = "known", body, headers }, status, code) => {
    const request = { key: key && keys[key], params: { id: ids[id] }, body, headers };
    expect(await call(updateLead, request)).toMatchObject({ status, body: { error: { code } } });
  });

  const invalidHeaders = { "idempotency-key": "a b" };
  it.each<Row>([
    ["no key", { body: OVERSIZED, headers: invalidHeaders }, 401, "missing_key"],
    [
      "a key without permits",
      { key: "usedUp", body: OVERSIZED, headers: invalidHeaders },
      429,
      "rate_limited",
    ],
    ["too large a body", { key: "good", body: OVERSIZED, headers: invalidHeaders }, 413, "payload_too_large"],
    [
      "an invalid Idempotency-Key and no open stage",
      { key: "good", body: ADA, headers: invalidHeaders },
      422,
      "invalid_request",
    ],
    ["an invalid body and no open stage", { key: "good", body: {} }, 422, "invalid_request"],
    ["no open stage", { key: "good", body: ADA }, 409, "no_open_stage"],
  ])("POST with %s", async (_, { key, body, headers }, status, code) => {
    const request = { key: key && keys[key], body, headers };
    expect(await call(createLead, request)).toMatchObject({ status, body: { error: { code } } });
  });
});
