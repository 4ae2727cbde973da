import { describe, expect, it } from "@jest/globals";
import { handler as listLeads } from "../../../functions/leads/list-leads.ts";
import { handler as getSource } from "../../../functions/sources/get-source.ts";
import { handler as rotateKey } from "../../../functions/sources/rotate-source-key.ts";
import { sourceWithKey } from "../../../shared/sources/source.contract.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { deliver, GRACE, outcomeOf } from "../../support/ingestion.ts";
import { readStoredKey } from "../../support/keys.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const HOUR = 3_600_000;

const firm = useFirm(table);
const source = useSource(firm);
const rotate = (body?: unknown, headers?: Record<string, string>) =>
  firm.send(rotateKey, { params: { id: source.id }, body, headers });
const rotatedSecret = async (body?: unknown): Promise<string> => (await rotate(body)).body.ingestion_key;

describe("POST /api/sources/{id}/rotate-key", () => {
  it("returns the new key only once", async () => {
    const response = await rotate();
    expect(response.status).toBe(200);
    expect(sourceWithKey().parse(response.body)).toEqual(response.body);
    const { ingestion_key: secret, ...shown } = response.body;
    expect(shown).toMatchObject({ last_four: secret.slice(-4), version: 2 });
    expect(await source.shown()).toEqual(shown);
    const inHours = (Date.parse(shown.previous_key_expires_at) - Date.now()) / HOUR;
    expect(inHours).toBeGreaterThan(23.99);
    expect(inHours).toBeLessThanOrEqual(24);
  });

  it.each([
    [undefined, 24],
    [{}, 24],
    [{ old_key_valid_hours: 1 }, 1],
    [{ old_key_valid_hours: 168 }, 168],
  ])("with %j keeps the previous key valid for exactly %d hours", async (body, hours) => {
    expect(await outcomeOf(source.secret)).toBe(201);
    const { ingestion_key: next, previous_key_expires_at } = (await rotate(body)).body;
    const expiresAt = Date.parse(previous_key_expires_at);
    expect(Math.abs(expiresAt - Date.now() - hours * HOUR)).toBeLessThan(60_000);
    expect(await readStoredKey(table, source.secret)).toMatchObject({
      expiresAtEpochSeconds: Math.floor(expiresAt / 1_000),
    });
    fakeDate(expiresAt - 2_000);
    expect(await outcomeOf(source.secret)).toBe(200);
    // the new lease ends with the key
    fakeDate(expiresAt);
    expect(await outcomeOf(source.secret)).toBe("invalid_key");
    expect(await outcomeOf(next)).toBe(200);
    advanceDate(1_000 * HOUR);
    expect(await outcomeOf(next)).toBe(200);
  });

  it("with 0 hours revokes the previous key at once", async () => {
    const next = await rotatedSecret({ old_key_valid_hours: 0 });
    expect([await outcomeOf(source.secret), await outcomeOf(next)]).toEqual(["invalid_key", 201]);
    expect(await readStoredKey(table, source.secret)).toBeUndefined();
    const { body } = await firm.send(getSource, { params: { id: source.id } });
    expect(body.previous_key_expires_at).toBeNull();
  });

  it("leaves each earlier key its own hours, as a rotation whose answer was lost is repeated", async () => {
    const first = await rotatedSecret({ old_key_valid_hours: 2 });
    const second = await rotatedSecret({ old_key_valid_hours: 24 });
    const outcomes = async () => {
      const each = [];
      for (const secret of [source.secret, first, second]) each.push(await outcomeOf(secret));
      return each;
    };
    expect(await outcomes()).toEqual([201, 200, 200]);
    advanceDate(2 * HOUR);
    expect(await outcomes()).toEqual(["invalid_key", 200, 200]);
    await rotate();
    expect(await readStoredKey(table, source.secret)).toBeUndefined();
    await rotate({ old_key_valid_hours: 0 });
    advanceDate(5_000);
    expect(await outcomes()).toEqual(["invalid_key", "invalid_key", "invalid_key"]);
  });

  it("keeps the five newest keys valid", async () => {
    const keys = [source.secret];
    for (let rotation = 1; rotation <= 5; rotation++) keys.push(await rotatedSecret());
    const responses = [];
    for (const secret of keys) responses.push(await outcomeOf(secret));
    expect(responses).toEqual(["invalid_key", 201, 200, 200, 200, 200]);
    expect(await readStoredKey(table, source.secret)).toBeUndefined();
  });

  it("leaves five valid keys after concurrent rotations", async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => rotate()));
    const outcomes = [];
    for (const { body } of responses) outcomes.push(await outcomeOf(body.ingestion_key));
    expect(outcomes.filter((each) => each !== "invalid_key")).toHaveLength(5);
    expect(new Set(responses.map(({ body }) => body.version)).size).toBe(8);
  });

  it.each([-1, 169, 1.5, "24", null])("rejects %j hours", async (old_key_valid_hours) => {
    const response = await rotate({ old_key_valid_hours });
    expect([response.status, response.body.error.details[0].field]).toEqual([422, "old_key_valid_hours"]);
  });

  it("rejects a stale version and another firm's source", async () => {
    const stale = await rotate({}, { "if-match": '"7"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
    const other = (await newFirm(table)).apiKey;
    expect((await call(rotateKey, { key: other, params: { id: source.id } })).status).toBe(404);
    expect(await outcomeOf(source.secret)).toBe(201);
  });

  it("deduplicates leads of the old and the new key as one source", async () => {
    const next = await rotatedSecret();
    await source.deliver(GRACE);
    expect((await deliver(next, GRACE)).body.status).toBe("duplicate");
    const { body } = await firm.send(listLeads, { query: { source: source.key } });
    expect(body.data).toHaveLength(1);
  });
});
