import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { handler as previewDelivery } from "../../../functions/sources/preview-inbound-delivery.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { GRACE, readSourceItems } from "../../support/ingestion.ts";
import { ADA_TEXTS, readLeads } from "../../support/leads.ts";
import { changeSetting, SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm, () => ({ default_assignee_id: firm.attorney.id }));

const IS_LEAD = [{ path: "event", equals: "lead" }];

const post = (body: unknown, id = source.id) => firm.send(previewDelivery, { params: { id }, body });
const preview = async (body: unknown) => {
  const response = await post(body);
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body;
};

describe("POST /api/sources/{id}/preview", () => {
  it("shows the lead that a payload would become, and writes nothing", async () => {
    expect(await preview({ payload: { ...GRACE, utm: { campaign: "x" } } })).toEqual({
      outcome: "created",
      lead: {
        ...ADA_TEXTS,
        first_name: "Grace",
        last_name: "Hopper",
        email: "grace@example.com",
        phone: "+12125550123",
        source: source.key,
        status: { key: "new", name: "New" },
        assignee_id: firm.attorney.id,
        archived: false,
        data: { case_type: "Family" },
      },
      violations: [],
      omitted: [],
      unused_paths: ["utm.campaign"],
    });
    expect(await readLeads(table, firm.firmId)).toEqual([]);
    expect(await readSourceItems(table, firm.firmId, source.id)).toEqual([]);
  });

  it("uses the mapping and the conditions that are sent instead of the stored ones", async () => {
    const payload = { name: "Ada Lovelace", mail: "ada@example.com", event: "lead", extra: 1 };
    const mapping = { full_name: "name", email: "mail" };
    expect(await preview({ payload })).toMatchObject({ outcome: "rejected", lead: null });
    const lead = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };
    expect(await preview({ payload, mapping })).toMatchObject({
      outcome: "created",
      lead,
      unused_paths: ["event", "extra"],
    });
    const isOther = [{ path: "event", equals: "other" }];
    expect(await preview({ payload, mapping, accept_when: isOther })).toMatchObject({
      outcome: "ignored",
      lead,
    });
    expect(await preview({ payload, mapping, test_when: IS_LEAD })).toMatchObject({ outcome: "test", lead });
    expect(await preview({ payload, test_when: IS_LEAD })).toMatchObject({ outcome: "test", lead: null });
  });

  it("uses the stored conditions when none are sent", async () => {
    await source.replace({ accept_when: [{ path: "event", present: true }] });
    expect((await preview({ payload: GRACE })).outcome).toBe("ignored");
    expect((await preview({ payload: GRACE, accept_when: [] })).outcome).toBe("created");
  });

  it("shows what a stored delivery would become, whatever it became before", async () => {
    await source.deliver();
    expect(await preview({ delivery_id: await source.lastId() })).toMatchObject({
      outcome: "duplicate",
      lead: { first_name: "Grace" },
    });
    await source.deliver({ ...GRACE, email: "none" });
    const delivery_id = (await source.lastId()).toUpperCase();
    expect(await preview({ delivery_id })).toMatchObject({ violations: [{ field: "email" }] });
    const mapping = { email: { value: "intake@example.com" } };
    expect((await preview({ delivery_id, mapping })).lead.email).toBe("intake@example.com");
    expect(await source.listDeliveries()).toHaveLength(2);
  });

  it("is rejected for a delivery that cannot be read", async () => {
    const rejected = { outcome: "rejected", lead: null, omitted: [], unused_paths: [] };
    await source.deliver("{");
    expect(await preview({ delivery_id: await source.lastId() })).toEqual({
      ...rejected,
      violations: [{ field: "body", message: "must be well-formed JSON" }],
    });
    await source.deliver("x".repeat(LIMITS.deliveryBodyBytes + 1));
    const { violations } = await preview({ delivery_id: await source.lastId() });
    expect(violations.map(({ field }: { field: string }) => field)).toEqual(["body"]);
  });

  it("finds an earlier delivery with the same external id", async () => {
    await source.deliver();
    const outcomeOf = async (changes: object) =>
      (await preview({ payload: { ...GRACE, ...changes } })).outcome;
    expect(await outcomeOf({})).toBe("duplicate");
    expect(await outcomeOf({ externalId: "43" })).toBe("created");
    expect(await outcomeOf({ lastName: "Murray" })).toBe("updated");
    expect(await outcomeOf({ phone: "" })).toBe("duplicate");
    await source.deliver({ ...GRACE, lastName: "Murray" });
    expect(await outcomeOf({})).toBe("duplicate");
    expect(await preview({ payload: { ...GRACE, lastName: "Murray" }, accept_when: IS_LEAD })).toMatchObject({
      outcome: "ignored",
      lead: { last_name: "Murray" },
    });
  });

  it("shows what the delivery says of a change, and nothing else of the lead", async () => {
    const { body } = await source.deliver();
    await firm.send(updateLead, { params: { id: body.leadId }, body: { data: { summary: "Of the firm" } } });
    const changed = await preview({ payload: { ...GRACE, email: "new@example.com" } });
    expect(changed).toMatchObject({ outcome: "updated", lead: { email: "new@example.com" }, violations: [] });
    expect(JSON.stringify(changed)).not.toContain("Of the firm");
    const payload = { externalId: GRACE.externalId, phone: "212 555 0199" };
    expect(await preview({ payload })).toMatchObject({ outcome: "updated", lead: null, violations: [] });
  });

  it("shows the same for a stored delivery as its replay", async () => {
    const { externalId: _, ...unidentified } = GRACE;
    await source.deliver(unidentified);
    const created = await source.lastId();
    await source.deliver({ ...unidentified, email: "none" });
    const rejected = await source.lastId();
    await source.update({ mapping: { email: { value: "intake@example.com" } } });
    for (const [id, outcome] of [
      [created, "updated"],
      [rejected, "created"],
      [rejected, "duplicate"],
    ] as const) {
      advanceDate(SETTINGS_CACHE_MILLISECONDS);
      expect((await preview({ delivery_id: id })).outcome).toBe(outcome);
      expect((await source.replay(id)).body.outcome).toBe(outcome);
    }
  });

  it("shows which values are left out", async () => {
    const payload = { ...GRACE, case_type: "Tax" };
    const omitted = [{ field: "data.case_type", message: "must be one of: Family, Injury" }];
    const shown = { outcome: "created", lead: { data: {} }, violations: [], omitted };
    expect(await preview({ payload, invalid_data: "omit" })).toMatchObject(shown);
    await source.replace({ invalid_data: "omit" });
    expect(await preview({ payload })).toMatchObject(shown);
    expect(await preview({ payload, invalid_data: "reject" })).toMatchObject({
      outcome: "rejected",
      violations: [{ field: "data.case_type" }],
      omitted: [],
    });
  });

  it("is rejected while the firm has no open stage", async () => {
    await changeSetting(table, firm.firmId, "stages", []);
    expect(await preview({ payload: GRACE })).toMatchObject({
      outcome: "rejected",
      violations: [{ field: "status" }],
    });
  });

  it("leaves an inactive assignee out", async () => {
    const inactive = await firm.addMember();
    await source.replace({ default_assignee_id: inactive.id });
    await firm.addMember({ ...inactive, active: false });
    expect((await preview({ payload: GRACE })).lead.assignee_id).toBeNull();
  });
});

describe("a preview is refused", () => {
  it.each<[unknown, string[]]>([
    [{}, ["payload"]],
    [{ mapping: 7 }, ["mapping", "payload"]],
    [{ payload: {}, delivery_id: randomUUID() }, ["payload"]],
    [{ payload: {}, mapping: { email: "a..b", nickname: "a" } }, ["mapping.email", "mapping.nickname"]],
  ])("with 422 for %j", async (body, fields) => {
    const response = await post(body);
    expect([response.status, violationFields(response)]).toEqual([422, fields]);
  });

  it("with 404 for a delivery that the source does not have", async () => {
    await source.deliver();
    const delivery_id = await source.lastId();
    const other = await createTestSource(firm.apiKey);
    expect((await post({ delivery_id: randomUUID() })).status).toBe(404);
    expect((await post({ delivery_id }, other.id)).status).toBe(404);
  });
});
