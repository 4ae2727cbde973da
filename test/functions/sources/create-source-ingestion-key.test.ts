import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { call } from "../../support/http-call.ts";
import { outcomeOf } from "../../support/ingestion.ts";
import { readStoredKey } from "../../support/keys.ts";
import { LEAD_ENDPOINTS } from "../../support/lead-endpoints.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);
afterEach(() => {
  jest.useRealTimers();
});

describe("an ingestion key", () => {
  it("authorizes the creation of leads and nothing else", async () => {
    expect(await outcomeOf(source.secret)).toBe(201);
    const others = LEAD_ENDPOINTS.filter(({ name }) => name !== "create-lead");
    for (const { handler, request } of [...others, { handler: getFirm, request: {} }]) {
      const response = await call(handler, { ...request, key: source.secret });
      expect([response.status, response.body.error.code]).toEqual([403, "insufficient_scope"]);
    }
  });

  it("has a rate limit", async () => {
    const { headers } = await source.deliver();
    expect(headers["ratelimit-policy"]).toBe('"requests";q=1200;w=60');
  });

  it("is stored only as its hash and its last four characters", async () => {
    const stored = await readStoredKey(table, source.secret);
    expect(stored).toMatchObject({ kind: "ingestion", lastFour: source.secret.slice(-4) });
    expect(JSON.stringify(stored)).not.toContain(source.secret.slice(4, -4));
  });
});
