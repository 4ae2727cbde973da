import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as getFirm } from "../../../functions/firm/get-firm.ts";
import { handler } from "../../../functions/firm/update-firm.ts";
import { handler as archiveLead } from "../../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { firm } from "../../../shared/contract/firm.ts";
import { LIMITS } from "../../../shared/contract/schema/limits.ts";
import type { FirmId } from "../../../shared/domain/firm/firm-id.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { putLead } from "../../support/leads.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "web" };
const stages = (...keys: string[]) => keys.map((key) => ({ key, name: key.toUpperCase() }));

let key: string;
let firmId: FirmId;
beforeEach(async () => {
  ({ apiKey: key, firmId } = await newFirm(table));
});

const patch = (body: unknown, headers?: Record<string, string>) => call(handler, { key, body, headers });
const shown = async () => (await call(getFirm, { key })).body;
const fields = (response: { body: { error: { details: { field: string }[] } } }) =>
  response.body.error.details.map(({ field }) => field);

describe("GET /api/firm", () => {
  it("shows the firm's settings", async () => {
    const response = await call(getFirm, { key });
    expect(response.status).toBe(200);
    expect(firm().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({ name: "Test Law", default_country: "US", version: 1 });
    expect(response.body.stages[0]).toEqual({ key: "new", name: "New", terminal: false });
  });

  it("needs settings:read, and PATCH settings:write", async () => {
    const reader = await addKey(table, firmId, { scopes: ["settings:read"] });
    const writer = await addKey(table, firmId, { scopes: ["settings:write"] });
    expect((await call(getFirm, { key: writer })).body.error.code).toBe("insufficient_scope");
    expect((await call(handler, { key: reader, body: {} })).body.error.code).toBe("insufficient_scope");
  });
});

describe("PATCH /api/firm", () => {
  it("changes what is sent, and that alone", async () => {
    const before = await shown();
    const changes = {
      name: " New Name ",
      time_zone: "Europe/Berlin",
      default_country: "de",
      stages: [
        { key: "new", name: "Fresh" },
        { key: "done", name: "Done", terminal: true },
      ],
      lead_fields: [{ key: "kind", label: "Kind", type: "select", options: ["a", " b "] }],
      holidays: [{ start_date: "2026-12-25", end_date: "2026-12-26", name: "Christmas" }],
    };
    const response = await patch(changes);
    expect(response.status).toBe(200);
    expect(firm().parse(response.body)).toEqual(response.body);
    expect(response.body).toEqual({
      ...changes,
      id: before.id,
      name: "New Name",
      default_country: "DE",
      stages: [{ key: "new", name: "Fresh", terminal: false }, changes.stages[1]],
      lead_fields: [{ ...changes.lead_fields[0], options: ["a", "b"] }],
      version: 2,
    });
    expect(await shown()).toEqual(response.body);
    expect((await patch({ name: "Other" })).body).toEqual({ ...response.body, name: "Other", version: 3 });
  });

  it("changes another firm's settings for nobody", async () => {
    const other = await newFirm(table);
    await patch({ name: "Mine", firm_id: other.firmId, id: other.firmId });
    expect((await call(getFirm, { key: other.apiKey })).body.name).toBe("Test Law");
  });

  it("writes nothing for what is so already", async () => {
    const before = await shown();
    for (const body of [{}, { name: before.name }, { stages: before.stages }]) {
      expect(await patch(body)).toMatchObject({ status: 200, body: { version: 1 } });
    }
  });

  it("names every violation at once", async () => {
    const response = await patch(
      {
        name: " ",
        time_zone: "Nowhere",
        default_country: "XX",
        stages: [
          { key: "a b", name: "A" },
          { key: "new", name: "" },
          { key: "x".repeat(65), name: "X" },
        ],
        lead_fields: [
          { key: "a", label: "A", type: "list" },
          { key: "b.c", label: "B", type: "text" },
          { key: "d", label: "D", type: "select", options: ["ok", " "] },
          { key: "e", label: "E", type: "select" },
        ],
        holidays: [
          { start_date: "2026-02-30", end_date: "2026-03-01" },
          { start_date: "2026-03-02", end_date: "2026-03-01" },
        ],
      },
      { "if-match": "1" },
    );
    expect(response).toMatchObject({ status: 422, body: { error: { code: "invalid_request" } } });
    expect(fields(response).sort()).toEqual(
      [
        "If-Match",
        "name",
        "time_zone",
        "default_country",
        "stages[0].key",
        "stages[1].name",
        "stages[2].key",
        "lead_fields[0].type",
        "lead_fields[1].key",
        "lead_fields[2].options[1]",
        "lead_fields[3].options",
        "holidays[0].start_date",
        "holidays[1].end_date",
      ].sort(),
    );
    expect(await shown()).toMatchObject({ version: 1 });
  });

  it.each([
    ["no stage", { stages: [] }, "stages"],
    [
      "too many stages",
      { stages: Array.from({ length: LIMITS.stages + 1 }, (_, n) => ({ key: `s${n}`, name: "S" })) },
      "stages",
    ],
    ["two stages of one key", { stages: stages("new", "new") }, "stages[1].key"],
    ["stages that are no list", { stages: { key: "new" } }, "stages"],
    ["a null", { holidays: null }, "holidays"],
  ])("refuses %s", async (_, body, field) => {
    const response = await patch(body);
    expect([response.status, fields(response)]).toEqual([422, [field]]);
  });
});

describe("a stage", () => {
  const created = async () => (await call(createLead, { key, body: ADA })).body;

  it("that is renamed shows its new name on leads at once", async () => {
    const { id } = await created();
    const kept = (await shown()).stages.slice(1);
    await patch({ stages: [{ key: "new", name: "Just in" }, ...kept] });
    const response = await call(getLead, { key, params: { id } });
    expect(response.body.status).toEqual({ key: "new", name: "Just in" });
  });

  it.each([false, true])("that leads are in (archived: %s) cannot go", async (archived) => {
    const { id } = await created();
    if (archived) await call(archiveLead, { key, params: { id } });
    const refused = await patch({ stages: stages("contacted", "lost"), name: "" });
    expect(refused.status).toBe(422);
    expect(fields(refused)).toEqual(["name", "stages"]);
    expect(refused.body.error.message).toContain("must keep the stage new");
    await call(updateLead, { key, params: { id }, body: { status: "contacted" } });
    expect((await patch({ stages: stages("contacted", "lost") })).status).toBe(200);
  });

  it("of another firm's leads is no hindrance", async () => {
    await created();
    const other = await newFirm(table);
    const body = { stages: stages("only") };
    expect((await call(handler, { key: other.apiKey, body })).status).toBe(200);
  });

  it("is judged again by what a concurrent change has made of the stages", async () => {
    const all = (await shown()).stages;
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch({ stages: [...all, { key: `extra-${n}`, name: "Extra" }] })),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await shown()).toMatchObject({ version: 9 });
    expect((await shown()).stages).toHaveLength(all.length + 1);
  });

  it("that came in between, with a lead in it, is not lost to a list that was sent before it was known", async () => {
    const all = (await shown()).stages;
    let between = false;
    const spy = interceptStoreCalls(async ({ name, send }) => {
      if (name === "Update" && !between) {
        between = true;
        await patch({ stages: [...all, ...stages("extra")] });
        await putLead(table, firmId, { stage: "extra" });
      }
      return send();
    });
    const refused = await patch({ stages: [...all, ...stages("other")] });
    spy.mockRestore();
    expect([refused.status, fields(refused)]).toEqual([422, ["stages"]]);
    expect((await shown()).stages.at(-1).key).toBe("extra");
  });

  it("of no kind but final leaves leads no place to start in", async () => {
    await patch({ stages: [{ key: "lost", name: "Lost", terminal: true }] });
    expect((await call(createLead, { key, body: ADA })).body.error.code).toBe("no_open_stage");
  });
});

describe("a lead field", () => {
  it("that changes its type leaves stored values as they are, and judges new ones", async () => {
    const { body: lead } = await call(createLead, { key, body: { ...ADA, data: { value: 5 } } });
    const lead_fields = [{ key: "value", label: "Value", type: "text" }];
    await patch({ lead_fields });
    const params = { id: lead.id };
    expect((await call(getLead, { key, params })).body.data).toEqual({ value: 5 });
    expect((await call(updateLead, { key, params, body: { data: { value: 6 } } })).status).toBe(422);
    const changed = await call(updateLead, { key, params, body: { data: { value: "six" } } });
    expect(changed.body.data).toEqual({ value: "six" });
  });
});

describe("If-Match of the firm", () => {
  it("refuses a stale version, and lets the current one and any through", async () => {
    expect((await patch({ name: "A" }, { "if-match": '"1"' })).body).toMatchObject({ version: 2 });
    const stale = await patch({ name: "B" }, { "if-match": '"1"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"]);
    expect((await patch({ stages: stages("x") }, { "if-match": '"1"' })).status).toBe(409);
    expect((await patch({ name: "C" }, { "if-match": "*" })).body).toMatchObject({ name: "C", version: 3 });
  });

  it("lets one of many parallel writes of a version through", async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => patch({ name: `N${n}` }, { "if-match": '"1"' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await shown()).toMatchObject({ version: 2 });
  });
});

describe("a change of the settings", () => {
  it("keeps every concurrent change of another field", async () => {
    const changes: Record<string, unknown>[] = [
      { name: "Race Law" },
      { time_zone: "Asia/Tokyo" },
      { default_country: "JP" },
      { stages: stages("one", "two") },
      { lead_fields: [] },
      { holidays: [{ start_date: "2026-01-01", end_date: "2026-01-01", name: "New Year" }] },
    ];
    const responses = await Promise.all(changes.map((change) => patch(change)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const { version, ...settings } = await shown();
    expect(version).toBe(1 + changes.length);
    expect(settings).toMatchObject({
      ...Object.assign({}, ...changes),
      stages: stages("one", "two").map((stage) => ({ ...stage, terminal: false })),
    });
  });

  it("is in force within five seconds on an instance that has the old settings in its cache", async () => {
    jest.resetModules();
    const elsewhere = await import("../../../functions/leads/create-lead.ts");
    const stageThere = async () =>
      (await call(elsewhere.handler, { key, body: ADA })).body.status.key as string;
    expect(await stageThere()).toBe("new");
    await patch({ stages: [...stages("intake"), ...(await shown()).stages] });
    expect((await call(createLead, { key, body: ADA })).body.status.key).toBe("intake");
    expect(await stageThere()).toBe("new");
    fakeDate(Date.now() + 5_000);
    try {
      expect(await stageThere()).toBe("intake");
    } finally {
      jest.useRealTimers();
    }
  });
});
