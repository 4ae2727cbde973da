import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { memberToItem } from "../../shared/members/member.store.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { decidedSource } from "../support/decided-source.ts";
import { FIRM_ID, refusalOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { GRACE } from "../support/ingestion.ts";
import { UNTOUCHED, WHOLE_ADA } from "../support/leads.ts";

const member = newMember();
const assigned = { default_assignee_id: member.id };

/** Returns a source of a firm with a member. */
const sourceWith = (source: object = {}) =>
  decidedSource({ source, stored: [memberToItem(FIRM_ID, member)] });

const EVENT_IS = (event: string) => [{ path: "event", equals: event }];
const PRINCE = { name: "Ada Lovelace", mail: "ada@example.com", event: "lead", extra: 1 };
const MAPPING = { full_name: "name", email: "mail" };
const ADA = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };
const TAX = { ...GRACE, case_type: "Tax" };
const OMITTED = {
  ...{ outcome: "created", lead: { data: {} }, violations: [] },
  omitted: [{ field: "data.case_type", message: "must be one of: Family, Injury" }],
};
const REJECTED = { outcome: "rejected", omitted: [], lead: null };

describe("a preview", () => {
  it("shows the lead that a payload would become", async () => {
    const { preview } = await sourceWith(assigned);
    expect(await preview({ payload: { ...GRACE, utm: { campaign: "x" } } })).toEqual({
      outcome: "created",
      lead: {
        ...{ ...WHOLE_ADA, first_name: "Grace", last_name: "Hopper", email: "grace@example.com" },
        ...{ phone: "+12125550123", source: "form", status: { key: "new", name: "New" } },
        ...{ assignee_id: member.id, archived: false, data: { case_type: "Family" } },
        captured_at: expect.any(String),
        ...UNTOUCHED,
      },
      ...{ violations: [], omitted: [], unused_paths: ["utm.campaign"] },
    });
  });

  it.each<[string, object, object, object]>([
    ["the stored mapping", {}, { payload: PRINCE }, REJECTED],
    [
      "a mapping that is sent",
      {},
      { payload: PRINCE, mapping: MAPPING },
      { outcome: "created", lead: ADA, unused_paths: ["event", "extra"] },
    ],
    [
      "conditions that are sent",
      {},
      { payload: PRINCE, mapping: MAPPING, accept_when: EVENT_IS("other") },
      { outcome: "ignored", lead: ADA },
    ],
    [
      "conditions, whatever is invalid",
      {},
      { payload: PRINCE, test_when: EVENT_IS("lead") },
      { outcome: "test", lead: null, violations: [{ field: "email" }] },
    ],
    ["the stored conditions", { accept_when: EVENT_IS("lead") }, { payload: GRACE }, { outcome: "ignored" }],
    [
      "no conditions that are sent",
      { accept_when: EVENT_IS("lead") },
      { payload: GRACE, accept_when: [] },
      { outcome: "created" },
    ],
    ["an omission that is sent", {}, { payload: TAX, invalid_data: "omit" }, OMITTED],
    ["the stored omission", { invalid_data: "omit" }, { payload: TAX }, OMITTED],
    [
      "a rejection that is sent",
      { invalid_data: "omit" },
      { payload: TAX, invalid_data: "reject" },
      { ...REJECTED, violations: [{ field: "data.case_type" }] },
    ],
    [
      "the secret that the sender posts",
      { body_secret: { path: "key", value: "s3cret" } },
      { payload: GRACE },
      { ...REJECTED, violations: [{ field: "key" }] },
    ],
  ])("uses %s", async (_title, source, json, shown) => {
    const { preview } = await sourceWith(source);
    expect(await preview(json)).toMatchObject(shown);
  });

  it("is rejected while the firm has no open stage", async () => {
    const { define, preview } = await sourceWith();
    define({ stages: [] });
    expect(await preview({ payload: GRACE })).toMatchObject({
      ...REJECTED,
      violations: [{ field: "status" }],
    });
  });

  it("leaves an inactive assignee out", async () => {
    const { preview, put } = await sourceWith(assigned);
    put(memberToItem(FIRM_ID, { ...member, active: false }));
    expect((await preview({ payload: GRACE })).lead?.assignee_id).toBeNull();
  });
});

describe("a preview of a known lead", () => {
  const SHOWN = { first_name: "Grace", last_name: "Murray", data: { case_type: "Family" } };
  it.each<[object, object]>([
    [{}, { outcome: "duplicate" }],
    [{ externalId: "43" }, { outcome: "created" }],
    [{ lastName: "Murray" }, { outcome: "updated", lead: SHOWN, violations: [] }],
    [{ phone: "" }, { outcome: "duplicate" }],
    [
      { firstName: "", lastName: "", email: "", phone: "212 555 0199" },
      { outcome: "updated", lead: null, violations: [] },
    ],
  ])("shows what the delivery says, and nothing else of the lead: %j", async (changes, shown) => {
    const { deliver, edit, preview } = await sourceWith();
    await deliver();
    edit({ data: { case_type: "Family", summary: "By the firm" } });
    const previewed = await preview({ payload: { ...GRACE, ...changes } });
    expect(previewed).toMatchObject(shown);
    expect(JSON.stringify(previewed)).not.toContain("By the firm");
  });

  it("shows the lead that its conditions do not let it change", async () => {
    const { deliver, preview } = await sourceWith();
    await deliver();
    const payload = { ...GRACE, lastName: "Murray" };
    const ignored = { outcome: "ignored", lead: { last_name: "Murray" } };
    expect(await preview({ payload, accept_when: EVENT_IS("lead") })).toMatchObject(ignored);
  });
});

describe("a preview of a stored delivery", () => {
  it("shows what it would become, whatever it became before", async () => {
    const { deliver, preview } = await sourceWith();
    const { id } = await deliver({ ...GRACE, email: "none", phone: "" });
    expect(await preview({ delivery_id: id.toUpperCase() })).toMatchObject({
      violations: [{ field: "email" }],
    });
    const mapping = { email: { value: "intake@example.com" } };
    expect((await preview({ delivery_id: id, mapping })).lead?.email).toBe("intake@example.com");
  });

  it.each<[string, string, object?]>([
    ["{", "body"],
    ["x".repeat(LIMITS.deliveryBodyBytes + 1), "body"],
    [JSON.stringify(GRACE), "X-Sign", { signature: { header: "X-Sign", secret: "s3cret" } }],
  ])("is rejected when its body cannot be accepted", async (body, field, source = {}) => {
    const { deliver, preview } = await sourceWith(source);
    const violations = [{ field, message: expect.any(String) }];
    const { id } = await deliver(body);
    expect(await preview({ delivery_id: id })).toEqual({ ...REJECTED, violations, unused_paths: [] });
  });

  it("never shows the secret in its body, whatever the mapping", async () => {
    const { deliver, preview } = await sourceWith({ body_secret: { path: "key", value: "top-secret-42" } });
    const { id } = await deliver({ ...GRACE, key: "top-secret-42" });
    const shown = await preview({ delivery_id: id, mapping: { first_name: "key" } });
    expect(shown.lead?.first_name).toBe("********");
    expect(JSON.stringify(shown)).not.toContain("top-secret");
  });
});

describe("a preview is refused", () => {
  it.each<[object, string[]]>([
    [{}, ["invalid_request", "payload"]],
    [{ mapping: 7 }, ["invalid_request", "mapping", "payload"]],
    [{ payload: {}, delivery_id: randomUUID() }, ["invalid_request", "payload"]],
    [
      { payload: {}, mapping: { email: "a..b", nickname: "a" } },
      ["invalid_request", "mapping.email", "mapping.nickname"],
    ],
    [{ delivery_id: randomUUID() }, ["not_found"]],
  ])("with %j", async (json, refusal) => {
    const { preview } = await sourceWith();
    expect(await refusalOf(preview(json))).toEqual(refusal);
  });
});
