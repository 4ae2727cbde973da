import { describe, expect, it } from "@jest/globals";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import type { CustomField } from "../../shared/settings/firm.rules.ts";
import { eraseEntry, parseDeduplicationEntry } from "../../shared/sources/deduplication.store.ts";
import { externalIdKey } from "../../shared/table/record-keys.ts";
import { decidedSource } from "../support/decided-source.ts";
import { CHANGE, FIRM_ID, NEW_ID } from "../support/decisions.ts";
import { LEAD_FIELDS, newMember } from "../support/firms.ts";
import {
  type EncodedBody,
  jsonBody,
  multipartBody,
  multipartOf,
  textPart,
  urlencodedBody,
} from "../support/form-bodies.ts";
import { GRACE } from "../support/ingestion.ts";
import { newLead } from "../support/leads.ts";

const { externalId: _, ...UNIDENTIFIED } = GRACE;
const UNMAPPED = { ...GRACE, lastName: undefined, surname: "Hopper" };
const NOT_KEPT = { leadId: null, externalId: null };
const ENCODINGS = [jsonBody, urlencodedBody, multipartBody];
const LONG = "x".repeat(LIMITS.bodyBytes);
const text = (body: Uint8Array = new Uint8Array()) => Buffer.from(body).toString();

type Source = Awaited<ReturnType<typeof decidedSource>>;

/** Returns the outcome of a delivery, and expects that a preview has foretold it. */
const outcomeOf = async ({ preview, deliver }: Source, payload: object) => {
  const foretold = await preview({ payload });
  const { outcome } = await deliver(payload);
  expect(foretold.outcome).toBe(outcome);
  return outcome;
};

const replayOutcome = async ({ preview, replay }: Source, id: string) => {
  const foretold = await preview({ delivery_id: id });
  const { outcome } = await replay(id);
  expect(foretold.outcome).toBe(outcome);
  return outcome;
};

describe("a delivery", () => {
  it.each(ENCODINGS.map((encode) => [encode(GRACE)]))(
    "creates a normalized lead in the first open stage, and is stored: $contentType",
    async ({ bytes, contentType }) => {
      const source = await decidedSource();
      const delivery = await source.deliver({ bytes, contentType }, { "user-agent": "Forms/1" });
      expect(source.lead()).toMatchObject({
        ...{ firstName: "Grace", lastName: "Hopper", email: "grace@example.com", phone: "+12125550123" },
        ...{ source: "form", stage: "new", assigneeId: null, archived: false, revision: 1 },
        data: { case_type: "Family" },
      });
      expect(delivery).toMatchObject({
        ...{ outcome: "created", leadId: source.lead().id, externalId: "42", error: null, replayOf: null },
        ...{ contentType, userAgent: "Forms/1", body: bytes, bodyBytes: bytes.length },
      });
      expect(source.stored(delivery)).toEqual({ ...delivery, omitted: [] });
    },
  );

  it("in another encoding is a duplicate", async () => {
    const source = await decidedSource();
    const outcomes = [];
    for (const encode of ENCODINGS) {
      outcomes.push((await source.deliver(encode(GRACE))).outcome);
      outcomes.push((await source.deliver(encode({ ...GRACE, lastName: encode.name }))).outcome);
      outcomes.push((await source.deliver(encode({ ...GRACE, firstName: encode.name }))).outcome);
    }
    expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(1);
    expect([outcomes[3], outcomes[6]]).toEqual(["duplicate", "duplicate"]);
    expect(source.leads()).toHaveLength(1);
  });

  it.each([42, " 42 ", "😀".repeat(255), "a#b/c\nd", "42.0", "EXTERNAL#42", "é", "e\u0301", "__proto__"])(
    "is known by any text or number as its external id: %j",
    async (externalId) => {
      const source = await decidedSource();
      const first = await source.deliver({ ...GRACE, externalId });
      expect(first).toMatchObject({ outcome: "created", externalId: String(externalId).trim() });
      const again = await source.deliver({ ...GRACE, externalId });
      expect([again.outcome, again.leadId]).toEqual(["duplicate", source.lead().id]);
    },
  );

  it("has the fields that the firm defines, whatever their names, also by a mapping", async () => {
    const data = Object.fromEntries(
      ["constructor", "toString", "then", "length"].map((key) => [key, `a ${key}`]),
    );
    const leadFields = Object.keys(data).map(
      (key): CustomField => ({ key, label: key, type: "text", options: [] }),
    );
    const mapping = Object.fromEntries(Object.keys(data).map((key) => [`data.${key}`, `answers.${key}`]));
    for (const [source, body] of [
      [{}, data],
      [{ mapping }, { answers: data }],
    ]) {
      const { deliver, lead } = await decidedSource({ source, settings: { leadFields } });
      await deliver({ ...GRACE, ...body });
      expect(lead().data).toEqual(data);
    }
  });

  it.each([true, false])("is assigned to the default assignee who is active: %j", async (active) => {
    const member = newMember();
    const source = await decidedSource({ stored: [memberToItem(FIRM_ID, member)] });
    await source.configure({ default_assignee_id: member.id });
    source.put(memberToItem(FIRM_ID, { ...member, active }));
    await source.deliver();
    expect(source.lead().assigneeId).toBe(active ? member.id : null);
  });
});

describe("a rejected delivery is stored, and changes no lead:", () => {
  const FIELD = { header: "X-Signature", secret: "s3cret" };
  it.each<[string, unknown, string[], object?]>([
    [
      "a form that has no boundary",
      { ...multipartBody(GRACE), contentType: "multipart/form-data" },
      ["invalid_request", "body"],
    ],
    ["no signature, before its form", "{", ["invalid_signature", "X-Signature"], { signature: FIELD }],
    [
      "no signature, before the conditions",
      GRACE,
      ["invalid_signature", "X-Signature"],
      { signature: FIELD, accept_when: [{ path: "type", equals: "lead" }] },
    ],
  ])("%s", async (_title, body, [code, ...fields], settings = {}) => {
    const source = await decidedSource({ source: settings });
    const delivery = await source.deliver(body);
    expect(delivery).toMatchObject({ ...NOT_KEPT, outcome: "rejected", error: { code } });
    expect(delivery.error?.details?.map(({ field }) => field) ?? []).toEqual(fields);
    expect(source.stored(delivery)).toMatchObject(delivery);
    expect(source.leads()).toEqual([]);
  });

  it("one byte more than the size limit, and cut where it exceeds what is stored", async () => {
    const { deliver } = await decidedSource();
    const room = LIMITS.bodyBytes - JSON.stringify({ ...GRACE, other: "" }).length;
    expect((await deliver({ ...GRACE, other: "x".repeat(room) })).outcome).toBe("created");
    expect((await deliver({ ...GRACE, other: "x".repeat(room + 1) })).outcome).toBe("rejected");
    const { body, bodyBytes } = await deliver("x".repeat(LIMITS.deliveryBodyBytes + 1));
    expect([body.length, bodyBytes]).toEqual([LIMITS.deliveryBodyBytes, LIMITS.deliveryBodyBytes + 1]);
  });

  it("a page of another origin, with that origin", async () => {
    const source = await decidedSource({ source: { allowed_origins: ["https://www.example.com"] } });
    const delivery = await source.deliver(GRACE, { origin: "https://evil.example" });
    const error = { code: "origin_not_allowed", details: [{ field: "Origin" }] };
    expect(delivery).toMatchObject({ outcome: "rejected", origin: "https://evil.example", error });
    await source.configure({ allowed_origins: ["https://evil.example"] });
    expect((await source.replay(delivery.id)).outcome).toBe("created");
  });
});

describe("a delivery with a known external id", () => {
  it("changes all values that are not blank, but not the stage, assignee or archived state", async () => {
    const source = await decidedSource();
    await source.deliver({ ...GRACE, summary: "Fell", value: 7 });
    source.edit({ stage: "qualified", assigneeId: NEW_ID, archived: true });
    const changes = { lastName: "Murray", summary: "Slipped", urgent: "yes" };
    const blank = { firstName: " ", email: "", phone: null };
    const changed = await source.deliver({ externalId: "42", ...blank, ...changes });
    expect(changed).toMatchObject({ outcome: "updated", leadId: source.lead().id });
    expect(source.lead()).toMatchObject({
      ...{ firstName: "Grace", lastName: "Murray", email: "grace@example.com", phone: "+12125550123" },
      ...{ stage: "qualified", assigneeId: NEW_ID, archived: true, revision: 3 },
      data: { case_type: "Family", summary: "Slipped", value: 7, urgent: true },
    });
    expect((await source.deliver()).outcome).toBe("updated");
    expect(source.lead().lastName).toBe("Hopper");
  });

  it("is rejected for an invalid value, and for data beyond the limit, and changes nothing", async () => {
    const key = (n: number) => `text_${n}`;
    const leadFields = Array.from(
      { length: 17 },
      (_, n): CustomField => ({ key: key(n), label: "", type: "text", options: [] }),
    );
    const texts = (from: number, to: number) =>
      Object.fromEntries(
        leadFields.slice(from, to).map((field) => [field.key, "x".repeat(LIMITS.dataTextCharacters)]),
      );
    const source = await decidedSource({ settings: { leadFields } });
    await source.deliver({ ...GRACE, ...texts(0, 9) });
    const before = source.lead();
    for (const [body, fields] of [
      [{ externalId: "42", lastName: "Murray", firstName: {} }, ["first_name"]],
      [{ externalId: "42", ...texts(9, 17) }, ["data"]],
    ] as const) {
      const { error } = await source.deliver(body);
      expect(error?.details?.map(({ field }) => field)).toEqual(fields);
    }
    expect(source.lead()).toEqual(before);
  });

  it("updates its lead although the firm no longer has an open stage", async () => {
    const source = await decidedSource();
    await source.deliver();
    source.define({ stages: [] });
    expect((await source.deliver({ ...GRACE, lastName: "Murray" })).outcome).toBe("updated");
  });
});

it("a delivery tells of a fallback that no longer fits only if it creates a lead", async () => {
  const mapping = { "data.case_type": { path: "matter", fallback: "Injury" } };
  const source = await decidedSource({ source: { mapping } });
  const [caseType, ...others] = LEAD_FIELDS;
  if (caseType?.key !== "case_type") throw new Error("The first field is another one.");
  source.define({ leadFields: [{ ...caseType, options: ["Family"] }, ...others] });
  const omitted = [{ field: "data.case_type", message: "must be one of: Family" }];
  const first = await source.deliver();
  expect(source.stored(first)).toMatchObject({ outcome: "created", omitted });
  const preview = { payload: { ...GRACE, lastName: "Murray" } };
  expect(await source.preview(preview)).toMatchObject({ outcome: "updated", omitted: [] });
  const next = await source.deliver(preview.payload);
  expect(source.stored(next)).toMatchObject({ outcome: "updated", omitted: [] });
  expect(source.lead()).toMatchObject({ lastName: "Murray", data: {} });
  expect(await source.preview({ payload: { ...GRACE, externalId: "43" } })).toMatchObject({ omitted });
});

describe("a number of a form that begins with a space", () => {
  const form = (phone: string, id = "42"): EncodedBody => ({
    contentType: "application/x-www-form-urlencoded",
    bytes: Buffer.from(`first_name=Ada&last_name=Lovelace&external_id=${id}&phone=${phone}`),
  });
  const german = { settings: { defaultCountry: "DE" } };

  it.each<[string, EncodedBody, string]>([
    ["has lost its plus", form("+12125550187"), "+12125550187"],
    ["has lost its plus, also with a prefix", form("tel:+1+212+555+0187"), "+12125550187"],
    ["has lost nothing if a plus makes no number of it", form("+030+901820"), "+4930901820"],
    ["has its plus if that is encoded", form("%2B12125550187"), "+12125550187"],
    ["was sent so in JSON", jsonBody({ ...GRACE, phone: " 12125550187" }), "+4912125550187"],
    [
      "was sent so in JSON that is labeled as a form",
      { ...jsonBody({ ...GRACE, phone: " 12125550187" }), contentType: "application/x-www-form-urlencoded" },
      "+4912125550187",
    ],
  ])("%s", async (_title, body, phone) => {
    const source = await decidedSource(german);
    await source.deliver(body);
    expect(source.lead().phone).toBe(phone);
  });

  it("has lost its plus as a change, too, and comes again as a duplicate", async () => {
    const source = await decidedSource(german);
    await source.deliver(form("030+901820"));
    expect((await source.deliver(form("+12125550187&x=1"))).outcome).toBe("updated");
    expect(source.lead().phone).toBe("+12125550187");
    expect((await source.deliver(form("+12125550187&x=2"))).outcome).toBe("duplicate");
  });
});

describe("the conditions of a source", () => {
  const CONDITIONS = {
    accept_when: [
      { path: "event", in: ["lead", "update"] },
      { path: "email", present: true },
    ],
    test_when: [{ path: "lead.test", equals: true }],
  };

  it.each<[string, unknown]>([
    ["ignored", GRACE],
    ["test", { ...GRACE, event: "lead", lead: { test: true } }],
    ["created", { ...GRACE, event: "lead" }],
    ["rejected", "{"],
  ])("make a delivery %s: %j", async (outcome, body) => {
    const source = await decidedSource({ source: CONDITIONS });
    const delivery = await source.deliver(body);
    const result = outcome === "created" ? {} : NOT_KEPT;
    expect(source.stored(delivery)).toMatchObject({ outcome, ...result });
    expect(source.leads()).toHaveLength(outcome === "created" ? 1 : 0);
    const json = typeof body === "string" ? body : JSON.stringify(body);
    expect(text(delivery.body)).toBe(json);
  });

  it("let a replay create the lead once they have changed, and keep a lead that they then ignore", async () => {
    const source = await decidedSource({ source: CONDITIONS });
    const { id } = await source.deliver(UNIDENTIFIED);
    expect((await source.replay(id)).outcome).toBe("ignored");
    await source.configure({});
    const created = await source.replay(id);
    expect(created).toMatchObject({ outcome: "created", replay_of: id });
    await source.configure(CONDITIONS);
    const ignored = await source.replay(created.id);
    expect(ignored).toMatchObject({ outcome: "ignored", lead_id: created.lead_id });
    await source.configure({});
    expect(await source.replay(ignored.id)).toMatchObject({ outcome: "duplicate", lead_id: created.lead_id });
  });
});

it.each([undefined, "42"])(
  "a replay corrects what was stored, and keeps what staff changed (external id %j)",
  async (externalId) => {
    const source = await decidedSource();
    const { id } = await source.deliver({ ...GRACE, externalId, surname: "Murray" });
    source.edit({ firstName: "Amazing", data: {} });
    await source.configure({ mapping: { last_name: "surname", first_name: "surname" } });
    expect(await replayOutcome(source, id)).toBe("updated");
    expect(await replayOutcome(source, id)).toBe("duplicate");
    expect(source.lead()).toMatchObject({ firstName: "Amazing", lastName: "Murray" });
  },
);

describe("a replay", () => {
  const RIGHT = { mapping: { last_name: "surname" } };

  it.each(ENCODINGS.map((encode) => encode({ ...GRACE, lastName: "" })))(
    "creates the lead after the mapping was corrected, decoded by the stored content type: $contentType",
    async (body) => {
      const source = await decidedSource();
      const { id } = await source.deliver(body, { "user-agent": "Forms/1" });
      expect(await source.replay(id)).toMatchObject({ outcome: "rejected", replay_of: id, lead_id: null });
      await source.configure({ mapping: { last_name: "firstName" } });
      const replay = await source.replay(id);
      expect(replay).toMatchObject({
        ...{ outcome: "created", replay_of: id, external_id: "42", lead_id: source.lead().id },
        ...{ body: text(body.bytes), content_type: body.contentType, user_agent: "Forms/1" },
      });
      expect(await source.replay(replay.id)).toMatchObject({ outcome: "duplicate", replay_of: id });
      expect((await source.deliver(body)).outcome).toBe("duplicate");
    },
  );

  it("keeps the lead of an external id that only the new mapping finds", async () => {
    const source = await decidedSource();
    const sent = { ...UNIDENTIFIED, no: 7 };
    const { id, leadId } = await source.deliver(sent);
    await source.configure({ mapping: { external_id: "no" } });
    const known = { outcome: "duplicate", lead_id: leadId, external_id: "7" };
    expect(await source.replay(id)).toMatchObject(known);
    expect((await source.deliver({ ...sent, phone: "ask" })).leadId).toBe(leadId);
  });

  it.each<[string, object, object]>([
    ["finds", { external_id: "none" }, {}],
    ["no longer finds", {}, { external_id: "none" }],
    ["finds elsewhere", {}, { external_id: "email" }],
  ])("creates no second lead when the next mapping %s the external id", async (_title, first, second) => {
    const source = await decidedSource({ source: { mapping: { external_id: "none" } } });
    const { id } = await source.deliver(UNMAPPED);
    const outcomes = [];
    for (const mapping of [first, second]) {
      await source.configure({ mapping: { ...RIGHT.mapping, ...mapping } });
      outcomes.push((await source.replay(id)).outcome);
    }
    expect([outcomes, source.leads().length]).toEqual([["created", "duplicate"], 1]);
  });

  it("accepts a body above the request limit if it was stored whole", async () => {
    const { deliver, replay } = await decidedSource();
    const stored = await deliver({ ...GRACE, other: LONG });
    const cut = await deliver({ ...GRACE, other: "x".repeat(LIMITS.deliveryBodyBytes) });
    expect((await replay(stored.id)).outcome).toBe("created");
    expect((await replay(cut.id)).error).toMatchObject({ code: "payload_too_large" });
  });

  it("of a binary body shows it in base64, and one without the source's secret masks it", async () => {
    const source = await decidedSource({ source: { body_secret: { path: "auth", value: "s3cret/1" } } });
    const photo = [
      'Content-Disposition: form-data; name="photo"; filename="a.png"',
      Buffer.from([0xff, 0]),
    ] as const;
    const sent = await source.deliver({ ...GRACE, auth: "s3cret/1" });
    const masked = JSON.stringify({ ...GRACE, auth: "********" });
    expect(await source.replay(sent.id)).toMatchObject({ outcome: "duplicate", body: masked });
    await source.configure({});
    const file = multipartOf([...Object.entries(GRACE).map(([name, value]) => textPart(name, value)), photo]);
    const { id } = await source.deliver(file);
    const base64 = { body: file.bytes.toString("base64"), body_encoding: "base64" };
    expect(await source.replay(id)).toMatchObject({ outcome: "duplicate", ...base64 });
  });
});

it("a delivery of a merged lead changes the remaining lead, which its replay and repetition name", async () => {
  const source = await decidedSource();
  const { leadId } = await source.deliver();
  const remaining = newLead({ phone: "ask", data: { case_type: "Injury" } });
  source.edit({ mergedInto: remaining.id, archived: true });
  const [merged] = source.leads();
  source.put(leadToItem(FIRM_ID, remaining, CHANGE));
  const changed = { ...GRACE, firstName: "Eve" };
  expect(await source.deliver()).toMatchObject({ outcome: "duplicate", leadId: remaining.id });
  const { id, outcome } = await source.deliver(changed);
  expect([outcome, await outcomeOf(source, changed), await replayOutcome(source, id)]).toEqual([
    "updated",
    "duplicate",
    "duplicate",
  ]);
  expect((await source.replay(id)).lead_id).toBe(remaining.id);
  expect(source.leads().find((lead) => lead.id === leadId)).toEqual(merged);
  expect(source.leads().find((lead) => lead.id === remaining.id)?.firstName).toBe("Eve");
});

describe("a delivery with the external id of an erased lead", () => {
  const SETTINGS = {
    accept_when: [{ path: "event", equals: "lead" }],
    test_when: [{ path: "mode", equals: "test" }],
    json_fields: ["raw"],
  };
  const SIGNED = { ...SETTINGS, signature: { header: "x-sign", secret: "s3cret" } };
  const LEAD = { ...GRACE, event: "lead" };
  const HEADERS = { "user-agent": "Grace" };
  const NOTHING_KEPT = { body: new Uint8Array(), userAgent: null, signature: null, externalId: null };

  /** Returns a source whose lead with the external id 42 has been erased. */
  const erased = async () => {
    const source = await decidedSource({ source: SETTINGS });
    await source.deliver(LEAD);
    const key = externalIdKey(FIRM_ID, NEW_ID, "42");
    const write = eraseEntry(key, parseDeduplicationEntry(source.item(key.sk) ?? {}));
    if ("Put" in write) source.put(write.Put.Item ?? {});
    source.edit({ erasure: { at: "2055-03-02T12:00:00.000Z", changeId: NEW_ID } });
    return source;
  };

  it.each<[string, string, object, object?]>([
    ["invalid", "rejected", { lastName: { text: "Hopper" } }],
    ["not signed although the source requires it", "rejected", {}, SIGNED],
    ["too large", "rejected", { padding: LONG }],
    ["sent beside text that is no JSON", "rejected", { raw: "{" }],
    ["not accepted", "ignored", { event: "other" }],
    ["a test", "test", { mode: "test" }],
    ["valid", "ignored", {}],
  ])("keeps nothing of the person when it is %s", async (_title, outcome, changes, settings = SETTINGS) => {
    const source = await erased();
    await source.configure(settings);
    const delivery = await source.deliver({ ...LEAD, ...changes }, { ...HEADERS, "x-sign": "Hopper" });
    const leadId = source.lead().id;
    expect(source.stored(delivery)).toMatchObject({ ...NOTHING_KEPT, outcome, leadId });
  });

  it("tells its sender what is invalid, but not the firm", async () => {
    const source = await erased();
    const delivery = await source.deliver({ ...LEAD, lastName: {} });
    const message = expect.stringMatching(/^Last name must be text or a number\. Looked at last_name/);
    expect(delivery.error?.details).toEqual([{ field: "last_name", message }]);
    const error = { code: "invalid_request", message: "Erased.", details: null };
    expect(source.stored(delivery)?.error).toEqual(error);
  });

  it.each([
    ["rejected", { Ref: "42", name: {}, event: "lead" }],
    ["ignored", { Ref: "42", event: "other" }],
    ["test", { Ref: "42", event: "lead", mode: "test" }],
  ])("is not copied by a replay that finds the id: %s", async (outcome, body) => {
    const source = await erased();
    const { id } = await source.deliver(body);
    await source.configure({ ...SETTINGS, mapping: { external_id: "Ref" } });
    const replay = await source.replay(id);
    expect(replay).toMatchObject({ outcome, body: "", external_id: null, replay_of: id });
    expect(source.stored(replay)).toMatchObject({ ...NOTHING_KEPT, leadId: source.lead().id });
  });

  it.each<[string, object]>([
    ["rejected", { lastName: { text: "Hopper" } }],
    ["ignored", { event: "other" }],
    ["a test", { mode: "test" }],
    ["of the lead", {}],
  ])("is ignored by a replay, since nothing of it is left: %s", async (_title, changes) => {
    const source = await erased();
    const { id } = await source.deliver({ ...LEAD, ...changes });
    const ignored = { outcome: "ignored", lead_id: source.lead().id, error: null, body: "", replay_of: id };
    const replay = await source.replay(id);
    expect(replay).toMatchObject(ignored);
    expect(await source.replay(replay.id)).toMatchObject(ignored);
    const preview = { outcome: "ignored", lead: null, violations: [], omitted: [], unused_paths: [] };
    expect(await source.preview({ delivery_id: id })).toEqual(preview);
  });

  it("is kept whole if its id is another", async () => {
    const source = await erased();
    for (const body of [{ externalId: "43", event: "other" }, "["]) {
      const { leadId, body: bytes } = await source.deliver(body);
      expect([leadId, bytes.length > 0]).toEqual([null, true]);
    }
  });
});
