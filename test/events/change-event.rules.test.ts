import { describe, expect, it } from "@jest/globals";
import { changeEvents, leadIdOf } from "../../shared/events/change-event.rules.ts";
import { createdAtMilliseconds, newRecordId } from "../../shared/runtime/record-id.ts";

const NOW = Date.parse("2026-11-20T10:00:00.000Z");
const changeId = newRecordId(NOW);
const ACTOR = { type: "api_key" as const, id: "0194f0a0-0000-7000-8000-000000000001" };
const before = { id: "1", first_name: "Ada", status: { key: "new", name: "New" }, data: { a: 1, b: "x" } };

type Changed = Omit<Parameters<typeof changeEvents>[0], "actor">;

const eventsOf = (changed: Partial<Changed> = {}) =>
  changeEvents({
    changeId,
    actor: ACTOR,
    types: ["lead.updated"],
    sequence: 2,
    before,
    after: { ...before, first_name: "Eve" },
    ...changed,
  });

describe("the lead of an event", () => {
  it.each([
    ["a lead is that lead", "lead.duplicate_found", { id: "1", lead_id: "2" }, "1"],
    ["a consultation is that of the consultation", "consultation.booked", { id: "1", lead_id: "2" }, "2"],
    ["any other record is none", "calendar.stale", { attorney_id: "1" }, undefined],
  ])("in an event of %s", (_, type, data, lead) => {
    expect(leadIdOf({ type, data })).toBe(lead);
  });
});

describe("the events of a change", () => {
  it("contain type, time, sequence, the record and the previous values", () => {
    expect(eventsOf()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        type: "lead.updated",
        created_at: "2026-11-20T10:00:00.000Z",
        sequence: 2,
        data: { ...before, first_name: "Eve" },
        previous: { first_name: "Ada" },
        actor: ACTOR,
      },
    ]);
  });

  it("are none when the change emits no types", () => {
    expect(eventsOf({ types: [] })).toEqual([]);
  });

  it("have stable ids that contain the time of the change", () => {
    const types = ["lead.updated", "lead.assigned", "lead.status_changed"] as const;
    const [first, second] = [eventsOf({ types }), eventsOf({ types })];
    expect(second).toEqual(first);
    expect(first.map(({ id }) => createdAtMilliseconds(id))).toEqual([NOW, NOW, NOW]);
    expect(new Set(first.map(({ id }) => id)).size).toBe(3);
  });

  it("have different ids for each change in the same millisecond", () => {
    const ids = Array.from({ length: 500 }, () => eventsOf({ changeId: newRecordId(NOW) })[0]?.id);
    expect(new Set(ids).size).toBe(500);
  });

  it.each<[string, object, object]>([
    ["nothing", {}, {}],
    ["a field", { first_name: "Eve" }, { first_name: "Ada" }],
    ["an object as a whole", { status: { key: "lost", name: "Lost" } }, { status: before.status }],
    ["a data value", { data: { a: 2, b: "x" } }, { data: { a: 1 } }],
    ["a new data key", { data: { ...before.data, c: true } }, { data: { c: null } }],
    ["a removed data key", { data: { a: 1 } }, { data: { b: "x" } }],
    ["all data", { data: {} }, { data: { a: 1, b: "x" } }],
    ["a new field", { phone: "+1" }, { phone: null }],
    ["a field set to null", { first_name: null }, { first_name: "Ada" }],
  ])("contain the previous values: %s", (_, change, previous) => {
    expect(eventsOf({ after: { ...before, ...change } })[0]?.previous).toEqual(previous);
  });

  it("say when the lead was last active before an activity, but not before a change of parties alone", () => {
    const types = ["lead.activity_added", "lead.updated"] as const;
    const events = eventsOf({
      types,
      before: { id: "1", last_activity_at: "A" },
      after: { id: "1", last_activity_at: "B" },
    });
    expect(events.map(({ previous }) => previous)).toEqual([{ last_activity_at: "A" }, {}]);
  });

  it("contain null for a data key without a value, even if objects inherit a property of that name", () => {
    const after = { ...before, data: { ...before.data, constructor: "Acme" } };
    expect(eventsOf({ after })[0]?.previous).toEqual({ data: { constructor: null } });
  });

  it("contain no previous values for a creation", () => {
    expect(eventsOf({ before: null, types: ["lead.created"], sequence: 1 })[0]?.previous).toEqual({});
  });
});
