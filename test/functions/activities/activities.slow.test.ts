import { describe, expect, it } from "@jest/globals";
import { handler as createActivity } from "../../../functions/activities/create-activity.ts";
import { handler as listActivities } from "../../../functions/activities/list-activities.ts";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { times } from "../../support/booking-fixture.ts";
import { eventPublisher } from "../../support/erasure-fixture.ts";
import { addMember } from "../../support/firms.ts";
import { type ApiRequest, call } from "../../support/http-call.ts";
import { useMergeFixture } from "../../support/merge-fixture.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { fromDesk, signIn } from "../../support/sessions.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable({ stream: true });
const { firm, send, newLead, shown, stored, merge } = useMergeFixture(table);

const CALL = { kind: "call", direction: "out", outcome: "reached" };
const NOTE = { kind: "note", text: "Prefers calls" };
const CAPTURED = { capturedAt: "2026-01-01T00:00:00.000Z" };

const add = (id: string, body: object = NOTE, request: ApiRequest = {}) =>
  send(createActivity, { params: { id }, body, ...request });
const added = async (id: string, body: object = NOTE) => {
  const { status, body: activity } = await add(id, body);
  expect(status).toBe(201);
  return activity;
};
const listed = async (id: string) => (await send(listActivities, { params: { id } })).body.data;

/** Publishes what has happened, and returns the events of a lead that came from activities, sorted by type. */
const activityEvents = async (lead: string) => {
  await eventPublisher(table, [firm]).publish();
  const { body } = await send(listEvents, { query: { lead, limit: "200" } });
  return body.data
    .filter(({ type }: { type: string }) => ["lead.activity_added", "lead.contacted"].includes(type))
    .sort((one: { type: string }, other: { type: string }) => (one.type < other.type ? -1 : 1));
};
const typesOf = async (lead: string) =>
  (await activityEvents(lead)).map(({ type }: { type: string }) => type.slice("lead.".length));

describe("an activity", () => {
  it("is answered, listed with its lead, and moves what the lead shows of it", async () => {
    const id = await newLead({ ...CAPTURED, respondBy: "2026-01-01T00:05:00.000Z" });
    const before = await shown(id);
    const body = {
      ...CALL,
      at: "2026-01-01T01:04:00+01:00",
      text: " Hi ",
      next_contact_at: "2055-01-01T00:00:00Z",
    };
    const activity = await added(id, body);
    expect(activity).toEqual({
      ...CALL,
      ...{ id: expect.any(String), lead_id: id, at: "2026-01-01T00:04:00.000Z", text: "Hi" },
      ...{ member_id: null, corrects: null, corrected_by: null, created_at: expect.any(String) },
    });
    expect(await listed(id)).toEqual([activity]);
    const after = await shown(id);
    expect(after).toEqual({
      ...before,
      ...{ first_contact_at: activity.at, respond_by: null, next_contact_at: "2055-01-01T00:00:00.000Z" },
      last_activity_at: activity.created_at,
    });
    const { parties: _, ...data } = after;
    await expect(activityEvents(id)).resolves.toMatchObject([
      {
        ...{ type: "lead.activity_added", data, activity, sequence: 2 },
        previous: { first_contact_at: null, next_contact_at: null, respond_by: before.respond_by },
      },
      { type: "lead.contacted", data, sequence: 2 },
    ]);
  });

  it.each<[string[], object]>([
    [["kind"], {}],
    [["kind"], { kind: "fax" }],
    [["direction", "outcome"], { kind: "call", direction: null }],
    [["direction", "outcome"], { kind: "note", direction: "in", outcome: "reached" }],
    [
      ["outcome", "at", "text", "next_contact_at", "corrects"],
      {
        ...{ kind: "email", outcome: "opened", at: "now", next_contact_at: "soon" },
        ...{ text: "x".repeat(4_001), corrects: "the last one" },
      },
    ],
    [
      ["at", "member_id", "corrects"],
      { kind: "email", at: "2000-01-01T00:00:00Z", member_id: newRecordId(1), corrects: newRecordId(1) },
    ],
  ])("is refused naming %j, and changes nothing", async (fields, body) => {
    const id = await newLead();
    const before = await stored(id);
    const answer = await add(id, body);
    expect([answer.status, violationFields(answer).sort()]).toEqual([422, fields.sort()]);
    expect([await stored(id), await listed(id)]).toEqual([before, []]);
  });

  it("names who has signed in, or the member whom a key names", async () => {
    const id = await newLead();
    const member = await addMember(table, firm.firmId, { access: "work" });
    const cookie = await signIn(firm.apiKey, member.id);
    const signedIn = await call(createActivity, { ...fromDesk(cookie), params: { id }, body: NOTE });
    const { member_id } = await added(id, { ...NOTE, member_id: firm.attorney.id });
    expect([signedIn.body.member_id, member_id]).toEqual([member.id, firm.attorney.id]);
    const another = { ...fromDesk(cookie), params: { id }, body: { ...NOTE, member_id: firm.attorney.id } };
    expect(violationFields(await call(createActivity, another))).toEqual(["member_id"]);
  });

  it("is recorded once for an Idempotency-Key, also by repeats at once and after a merge; of another lead it is refused", async () => {
    const [id, other, target] = [await newLead(), await newLead(), await newLead()];
    const keyed = { headers: { "idempotency-key": "a" } };
    const answers = await Promise.all(times(5, () => add(id, CALL, keyed)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(violationFields(await add(other, CALL, keyed))).toEqual(["Idempotency-Key"]);
    expect((await merge(target, id)).status).toBe(200);
    const repeat = await add(id, CALL, keyed);
    expect([repeat.status, repeat.body]).toEqual([201, answers[0]?.body]);
    expect(await listed(target)).toEqual([answers[0]?.body]);
    expect(await typesOf(target)).toEqual(["activity_added", "contacted"]);
  });

  it("lists page by page, newest first, with those of merged leads; a merged lead has its own", async () => {
    const [target, other] = [await newLead(), await newLead()];
    const ids: string[] = [];
    for (const lead of [target, other, target, other]) ids.unshift((await added(lead)).id);
    await merge(target, other);
    ids.unshift((await added(target)).id);
    const pages = await readAllPages(listActivities, { key: firm.apiKey, params: { id: target }, limit: 2 });
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
    ]);
    expect(await listed(other)).toHaveLength(2);
    const refused = await add(other);
    expect([refused.status, refused.body.error.code]).toEqual([409, "lead_merged"]);
  });
});

describe("a correction", () => {
  const contactedAt = (minute: number) => ({ ...CALL, at: `2026-01-01T00:0${minute}:00.000Z` });
  const firstOf = async (id: string) => (await shown(id)).first_contact_at;

  it("stands in the place of an activity once: the first contact is then the earliest other one, if any", async () => {
    const id = await newLead(CAPTURED);
    const [first, second] = [await added(id, contactedAt(3)), await added(id, contactedAt(5))];
    const correction = await added(id, { ...CALL, outcome: "no_answer", corrects: first.id });
    expect(await firstOf(id)).toBe(second.at);
    expect((await listed(id)).map(({ corrected_by }: { corrected_by: string }) => corrected_by)).toEqual([
      ...[null, null],
      correction.id,
    ]);
    const again = await add(id, { ...NOTE, corrects: first.id });
    expect([again.status, violationFields(again)]).toEqual([422, ["corrects"]]);
    await added(id, { ...contactedAt(4), corrects: second.id });
    expect(await firstOf(id)).toBe("2026-01-01T00:04:00.000Z");
    await added(id, { ...contactedAt(6), corrects: correction.id });
    expect(await firstOf(id)).toBe("2026-01-01T00:04:00.000Z");
  });

  it("leaves the deadline ended, and a later contact is no first one", async () => {
    const id = await newLead({ ...CAPTURED, respondBy: "2055-01-01T00:00:00.000Z" });
    await added(id, { ...NOTE, corrects: (await added(id, CALL)).id });
    expect(await shown(id)).toMatchObject({ first_contact_at: null, respond_by: null });
    await added(id, CALL);
    expect(await typesOf(id)).toEqual(["activity_added", "activity_added", "activity_added", "contacted"]);
  });

  it("reaches an activity of a lead that was merged, whose first contact it takes back", async () => {
    const [target, other] = [await newLead(CAPTURED), await newLead(CAPTURED)];
    const [late, early] = [await added(target, contactedAt(5)), await added(other, contactedAt(3))];
    await merge(target, other);
    expect(await firstOf(target)).toBe(early.at);
    await added(target, { ...NOTE, corrects: early.id });
    expect(await firstOf(target)).toBe(late.at);
  });

  it("of one activity by ten requests at once happens once", async () => {
    const id = await newLead();
    const { id: corrects } = await added(id, CALL);
    const answers = await Promise.all(times(10, () => add(id, { ...NOTE, corrects })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...times(9, () => 422)]);
    expect(await listed(id)).toHaveLength(2);
  });
});

describe("ten requests at once", () => {
  it("record ten contacts: the lead is contacted once, as of the earliest", async () => {
    const id = await newLead(CAPTURED);
    const answers = await Promise.all(
      times(10, (n) => add(id, { ...CALL, at: `2026-01-01T00:1${(n + 4) % 10}:00.000Z` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(times(10, () => 201));
    expect(await shown(id)).toMatchObject({ first_contact_at: "2026-01-01T00:10:00.000Z" });
    const events = await activityEvents(id);
    expect(events.slice(10)).toMatchObject([{ type: "lead.contacted", sequence: 2 }]);
  });

  it("record contacts and merge: all that were recorded are the survivor's, and the first counts", async () => {
    const [target, other] = [await newLead(CAPTURED), await newLead(CAPTURED)];
    const answers = await Promise.all(
      times(10, (n) => (n === 5 ? merge(target, other) : add(n % 2 ? target : other, CALL))),
    );
    const recorded = answers.filter(({ status }) => status === 201).map(({ body }) => body);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(
      new Set(refused.length ? ["lead_merged"] : []),
    );
    const ids = (activities: { id: string }[]) => activities.map(({ id }) => id).sort();
    expect(ids(await listed(target))).toEqual(ids(recorded));
    const first = recorded.map(({ at }) => at).sort()[0];
    expect((await shown(target)).first_contact_at).toBe(first);
  });
});

it("a survivor that has a first contact by a merge is not contacted again by the next one", async () => {
  const [target, other] = [await newLead(), await newLead()];
  await added(other, CALL);
  await merge(target, other);
  await added(target, CALL);
  expect(await typesOf(target)).toEqual(["activity_added", "activity_added", "contacted"]);
});
