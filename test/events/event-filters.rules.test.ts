import { describe, expect, it } from "@jest/globals";
import {
  canMatchEvents,
  type EventFilters,
  eventFilters,
  matchesEvent,
} from "../../shared/events/event-filters.rules.ts";
import { newEvent } from "../support/events.ts";

const ID = "018f0000-0000-7000-8000-00000000000a";
const OTHER = "018f0000-0000-7000-8000-00000000000b";
const NONE = { type: undefined, recordId: undefined, actorId: undefined };

it.each<[Parameters<typeof eventFilters>[0], EventFilters]>([
  [{}, NONE],
  [{ record: "", actor: "\t" }, NONE],
  [
    { type: "lead.created", record: ` ${ID.toUpperCase()} `, actor: OTHER.toUpperCase() },
    { type: "lead.created", recordId: ID, actorId: OTHER },
  ],
])("the filters in %j are %j", (query, filters) => {
  expect(eventFilters(query)).toEqual(filters);
});

it.each<[EventFilters, boolean]>([
  [{}, true],
  [{ type: "lead.created", recordId: ID, actorId: OTHER }, true],
  [{ recordId: "x" }, false],
  [{ actorId: "x" }, false],
])("whether any event can match %j: %j", (filters, expected) => {
  expect(canMatchEvents(filters)).toBe(expected);
});

describe("an event", () => {
  const event = newEvent({ data: { id: ID, lead_id: OTHER }, actor: { type: "api_key", id: OTHER } });

  it.each<[EventFilters, boolean]>([
    [{}, true],
    [{ type: "lead.created" }, true],
    [{ type: "lead.created", recordId: ID, actorId: OTHER }, true],
    [{ type: "lead.updated" }, false],
    [{ recordId: OTHER }, false],
    [{ actorId: ID }, false],
    [{ type: "lead.created", recordId: ID, actorId: ID }, false],
  ])("matches %j: %j", (filters, expected) => {
    expect(matchesEvent(event, filters)).toBe(expected);
  });

  it("of the service itself matches no actor", () => {
    expect(matchesEvent({ ...event, actor: { type: "system", id: null } }, { actorId: ID })).toBe(false);
  });
});
