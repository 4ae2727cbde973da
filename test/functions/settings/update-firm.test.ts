import { describe, expect, it } from "@jest/globals";
import { handler as getFirm } from "../../../functions/settings/get-firm.ts";
import { handler } from "../../../functions/settings/update-firm.ts";
import { newFirm } from "../../support/firms.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const stages = (...keys: string[]) => keys.map((key) => ({ key, name: key.toUpperCase() }));

const firm = useFirm(table);

const patch = (body: unknown, headers?: Record<string, string>) => firm.send(handler, { body, headers });
const readSettings = async () => (await firm.send(getFirm)).body;

describe("PATCH /api/firm", () => {
  it("changes only the given fields", async () => {
    const before = await readSettings();
    const changes = {
      name: " New Name ",
      time_zone: "europe/berlin",
      default_country: "de",
      contact_phone: " 030 901820 ",
      stages: [{ key: "done", name: "Done", terminal: true }],
      lead_fields: [{ key: "kind", label: "Kind", type: "select", options: ["a", " b "] }],
      consultation_types: [
        { key: "first", name: " First ", duration_min: 30, attorney_ids: [firm.attorney.id] },
      ],
      booking_rules: { min_notice_min: 60, max_advance_days: 90, buffer_min: null, max_per_day: 8 },
      routing: [{ key: "rest", members: [{ id: firm.attorney.id }] }],
      conflict_gate: { enabled: true, required: "none", auto_check: true },
    };
    const response = await patch(changes);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      ...before,
      ...changes,
      name: "New Name",
      time_zone: "Europe/Berlin",
      default_country: "DE",
      contact_phone: "+4930901820",
      lead_fields: [{ ...changes.lead_fields[0], options: ["a", "b"] }],
      consultation_types: [
        {
          ...{ ...changes.consultation_types[0], name: "First" },
          ...{ amount: null, location: null, reminders_min: null },
        },
      ],
      routing: [
        {
          ...{ key: "rest", when: [], members: [{ id: firm.attorney.id, weight: 1 }] },
          ...{ respond_within_min: null, clock: "always", escalate: "none" },
        },
      ],
      conflict_index: { state: "building", indexed: 0 },
      version: 2,
    });
    expect(await readSettings()).toEqual(response.body);
    expect((await patch({ name: "Other" })).body).toEqual({ ...response.body, name: "Other", version: 3 });
  });

  it("refuses a member of another firm in a pool", async () => {
    const { attorney } = await newFirm(table);
    const attorney_ids = [firm.attorney.id, attorney.id];
    const response = await patch({
      consultation_types: [{ key: "a", name: "A", duration_min: 30, attorney_ids }],
    });
    expect(violationFields(response)).toEqual(["consultation_types[0].attorney_ids[1]"]);
    const members = attorney_ids.map((id) => ({ id }));
    expect(violationFields(await patch({ routing: [{ key: "a", members }] }))).toEqual([
      "routing[0].members[1].id",
    ]);
  });
});

describe("PATCH /api/firm with If-Match", () => {
  it("lets one of ten concurrent writes of a version succeed", async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => patch({ name: `N${n}` }, { "if-match": '"1"' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await readSettings()).toMatchObject({ version: 2 });
  });
});

describe("a change of settings", () => {
  it("keeps concurrent changes of different fields", async () => {
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
    const { version, ...settings } = await readSettings();
    expect(version).toBe(1 + changes.length);
    expect(settings).toMatchObject({
      ...Object.assign({}, ...changes),
      stages: stages("one", "two").map((stage) => ({ ...stage, terminal: false })),
    });
  });
});
