import { describe, expect, it } from "@jest/globals";
import { handler as createHandler } from "../../../functions/calendars/create-calendar-link.ts";
import { handler as removeHandler } from "../../../functions/calendars/delete-calendar-link.ts";
import { handler as getCalendar } from "../../../functions/calendars/get-calendar-feed.ts";
import { handler as listHandler } from "../../../functions/calendars/list-calendar-links.ts";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { exportFirm } from "../../../shared/firm/export-firm.ts";
import { disableFirm, enableFirm } from "../../../shared/firm/set-firm-state.ts";
import { findKey, revokeKey } from "../../../shared/keys/revoke-key.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { useLog } from "../../support/capture-log.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { scanItems } from "../../support/scan-table.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);
const lines = useLog();

const params = () => ({ id: firm.attorney.id });
const create = (body: object = {}) => firm.send(createHandler, { params: params(), body });
const list = async () => (await firm.send(listHandler, { params: params() })).body;
const remove = (linkId: string) => firm.send(removeHandler, { params: { ...params(), linkId } });

const keyIn = (url: string) => url.replace(/^.*\?key=/, "");
const newKey = async (body?: object) => keyIn((await create(body)).body.url);
const ask = (key: string) => call(getCalendar, { query: { key } });
const outcome = async (key: string) => {
  const { status, body } = await ask(key);
  return body?.error?.code ?? status;
};

describe("a calendar link", () => {
  it("shows its address once, and stores no key of it", async () => {
    const { status, body } = await create({ names: true });
    const { url, ...shown } = body;
    expect([status, shown]).toEqual([
      201,
      { id: expect.any(String), names: true, created_at: expect.any(String) },
    ]);
    expect(url).toMatch(/^https?:\/\/.*\/api\/calendar\.ics\?key=itc_\w{49}$/);
    const other = (await create()).body;
    expect(other.names).toBe(false);
    expect(await list()).toEqual({
      data: [{ id: other.id, names: false, created_at: other.created_at }, shown],
      next_cursor: null,
    });
    expect(await outcome(keyIn(url))).toBe(200);
    expect(JSON.stringify(await scanItems(table))).not.toContain(keyIn(url));
  });

  it("leaves no line in the log that has its key, whether it works or not", async () => {
    const key = await newKey();
    for (const text of [key, `${key}x`]) await ask(text);
    await call(getCalendar, { query: { key }, headers: { "intake-version": "x" } });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join("\n")).not.toContain(key.slice(4, -6));
  });

  it("ends within 10 seconds after its deletion, once for all", async () => {
    const { id, url } = (await create()).body;
    const kept = await newKey();
    fakeDate(Date.now());
    expect(await outcome(keyIn(url))).toBe(200);
    const removals = await Promise.all([remove(id), remove(id), remove(id)]);
    expect(removals.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    advanceDate(10_000);
    expect([await outcome(keyIn(url)), await outcome(kept)]).toEqual(["invalid_key", 200]);
    expect((await list()).data).toHaveLength(1);
  });

  it("is one of 10 of a member, also when they are made at once", async () => {
    const made = await Promise.all(Array.from({ length: LIMITS.calendarLinks + 2 }, () => create()));
    const statuses = made.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(LIMITS.calendarLinks).fill(201), 422, 422]);
    const { data } = await list();
    expect(data).toHaveLength(LIMITS.calendarLinks);
    const pages = await readAllPages(listHandler, { key: firm.apiKey, params: params(), limit: 4 });
    expect([pages.map(({ length }) => length), pages.flat()]).toEqual([[4, 4, 2], data]);
    await remove(data[3].id);
    expect((await create()).status).toBe(201);
  });

  it("rests while its member is not active, or its firm is disabled", async () => {
    const key = await newKey();
    const setActive = (active: boolean) => firm.send(updateMember, { params: params(), body: { active } });
    fakeDate(Date.now());
    await setActive(false);
    expect(await outcome(key)).toBe("key_disabled");
    await setActive(true);
    advanceDate(10_000);
    expect(await outcome(key)).toBe(200);
    await disableFirm(table, { firmId: firm.firmId, nowMilliseconds: Date.now() });
    advanceDate(10_000);
    expect(await outcome(key)).toBe("key_disabled");
    await enableFirm(table, { firmId: firm.firmId, nowMilliseconds: Date.now() });
    advanceDate(10_000);
    expect(await outcome(key)).toBe(200);
  });

  it("is exported without the hash of its key", async () => {
    const { id } = (await create()).body;
    const records = [];
    for await (const page of exportFirm(table, firm.firmId, () => {})) records.push(...page.records);
    const [links] = records.filter(({ record }) => record === "calendar_links");
    expect(links).toMatchObject({ links: [{ id, showsNames: false }] });
    expect(JSON.stringify(records)).not.toMatch(/[0-9a-f]{64}/);
  });

  it("can be revoked by the operator", async () => {
    const { id, url } = (await create()).body;
    const key = await findKey(table, firm.firmId, { id, onFault: () => {} });
    expect(key).toMatchObject({ kind: "calendar", memberId: firm.attorney.id });
    await revokeKey(table, firm.firmId, key);
    expect((await list()).data).toEqual([]);
    expect(await outcome(keyIn(url))).toBe("invalid_key");
  });
});
