import { describe, expect, it } from "@jest/globals";
import type { Lead } from "../../../client/src/generated.ts";
import type { IntakeEvent } from "../../../client/src/index.ts";
import {
  contactOf,
  EVERY_STAGE,
  type Filters,
  NO_FILTERS,
  queryOf,
} from "../../../pages/desk/leads/filters.ts";
import { dropOf, moveOf } from "../../../pages/desk/leads/move-rules.ts";
import {
  columnOf,
  countNew,
  countText,
  hasUnknownStage,
  listsOf,
  NOTHING_SHOWN,
  type Shown,
  withEvents,
  withLead,
  withPage,
} from "../../../pages/desk/leads/rules.ts";
import { shownLead } from "../../support/shown-lead.ts";

const STAGES = [
  { key: "new", name: "New", terminal: false },
  { key: "contacted", name: "Contacted", terminal: false },
  { key: "lost", name: "Lost", terminal: true },
];

const at = (minute: number) => `2026-11-29T10:${String(minute).padStart(2, "0")}:00.000Z`;

const lead = (id: string, stage = "new", changes: Partial<Lead> = {}): Lead =>
  shownLead({
    id,
    first_name: "Dana",
    last_name: `Doe ${id}`,
    email: "dana@example.com",
    phone: "+12125550147",
    source: "website",
    status: { key: stage, name: stage },
    assignee_id: null,
    archived: false,
    created_at: at(0),
    last_activity_at: at(0),
    data: {},
    conflict: { state: "unchecked", check_id: null, at: null },
    ...changes,
  });

const event = (type: string, data: Lead, sequence = 2, beside: object = {}): IntakeEvent =>
  ({
    id: "e",
    type,
    created_at: at(0),
    sequence,
    data,
    previous: {},
    actor: { type: "system", id: null },
    ...beside,
  }) as IntakeEvent;

/** A board of which all stages were read: `new` with b and d and older ones, `contacted` with c, `lost` with nothing. */
const BOARD = [
  ["new", [lead("d"), lead("b")], "older"],
  ["contacted", [lead("c", "contacted")], null],
  ["lost", [], null],
].reduce<Shown>(
  (shown, [list, data, next_cursor]) =>
    withPage(shown, String(list), { data: data as Lead[], next_cursor: next_cursor as string | null }),
  NOTHING_SHOWN,
);

const NO_TARGETS = new Map<string, string | null>();

/** Returns the ids in each column and what its head says, such as `new 2+: d b`. */
const columns = (
  shown: Shown,
  filters: Filters = NO_FILTERS,
  targets: ReadonlyMap<string, string | null> = NO_TARGETS,
) =>
  STAGES.map(({ key }) => {
    const column = columnOf(shown, filters, { list: key, targets, order: "newest" });
    return [`${key} ${countText(column)}:`, ...column.leads.map(({ id }) => id)].join(" ");
  });

const AS_READ = ["new 2+: d b", "contacted 1: c", "lost 0:"];

describe("the columns of the board", () => {
  it("say what was read, newest first, and a plus where there is more", () => {
    expect(columns(BOARD)).toEqual(AS_READ);
  });

  it("are sorted by who waits longest, among those that were read", () => {
    const quick = lead("d", "new", { first_contact_at: at(1) });
    const { leads } = columnOf(withLead(BOARD, quick), NO_FILTERS, {
      list: "new",
      targets: NO_TARGETS,
      order: "wait",
    });
    expect(leads.map(({ id }) => id)).toEqual(["b", "d"]);
  });

  it("grow by a page of older ones", () => {
    const grown = withPage(BOARD, "new", { data: [lead("a")], next_cursor: null });
    expect(columns(grown)[0]).toBe("new 3: d b a");
  });

  it("have a lead that is moving where it moves to", () => {
    expect(columns(BOARD, NO_FILTERS, new Map([["b", "lost"]]))).toEqual([
      "new 1+: d",
      "contacted 1: c",
      "lost 1: b",
    ]);
  });

  it("have a lead that stays and says why, though it was archived", () => {
    const archived = withLead(BOARD, lead("c", "contacted", { archived: true }));
    expect(columns(archived)[1]).toBe("contacted 0:");
    expect(columns(archived, NO_FILTERS, new Map([["c", null]]))[1]).toBe("contacted 1: c");
  });

  it("show what one search of all stages has found", () => {
    const found = { data: [lead("d"), lead("c", "contacted")], next_cursor: "older" };
    const shown = withPage(NOTHING_SHOWN, EVERY_STAGE, found);
    expect(columns(shown, { ...NO_FILTERS, text: "doe" })).toEqual([
      "new 1+: d",
      "contacted 1+: c",
      "lost 0+:",
    ]);
  });

  it("know when a stage was added since the stages were read", () => {
    expect(hasUnknownStage(BOARD, STAGES)).toBe(false);
    expect(hasUnknownStage(withLead(BOARD, lead("d", "added", { last_activity_at: at(1) })), STAGES)).toBe(
      true,
    );
  });
});

const LATER = { last_activity_at: at(5) };

describe("an event", () => {
  it.each<[string, IntakeEvent, string[]]>([
    ["adds a new lead", event("lead.created", lead("e"), 1), ["new 3+: e d b", ...AS_READ.slice(1)]],
    [
      "moves a lead",
      event("lead.status_changed", lead("d", "lost", LATER)),
      ["new 1+: b", "contacted 1: c", "lost 1: d"],
    ],
    [
      "adds a moved lead that was not shown",
      event("lead.status_changed", lead("a", "lost", LATER)),
      [...AS_READ.slice(0, 2), "lost 1: a"],
    ],
    [
      "leaves older ones than those that were read for later",
      event("lead.updated", lead("a", "new", LATER)),
      AS_READ,
    ],
    [
      "takes an archived lead away",
      event("lead.archived", lead("d", "new", { archived: true })),
      ["new 1+: b", ...AS_READ.slice(1)],
    ],
    [
      "adds a restored lead",
      event("lead.updated", lead("cc", "contacted")),
      [AS_READ[0] ?? "", "contacted 2: cc c", "lost 0:"],
    ],
    [
      "ignores an older state",
      event("lead.status_changed", lead("d", "lost", { last_activity_at: "2026-11-29T09:00:00.000Z" })),
      AS_READ,
    ],
    [
      "takes a merged lead away",
      event("lead.merged", lead("d"), 2, { merged_from: "b" }),
      ["new 1+: d", ...AS_READ.slice(1)],
    ],
    ["ignores other records", event("consultation.booked", lead("e")), AS_READ],
  ])("%s", (_, each, expected) => {
    expect(columns(withEvents(BOARD, NO_FILTERS, [each]))).toEqual(expected);
  });

  it("changes nothing that is shown if it was seen before", () => {
    const events = [event("lead.updated", lead("d", "new", { ...LATER, first_name: "Renamed" }), 3)];
    const shown = withEvents(BOARD, NO_FILTERS, events);
    expect(shown.leads.get("d")?.lead.first_name).toBe("Renamed");
    expect(withEvents(shown, NO_FILTERS, [event("lead.updated", lead("d"), 2)])).toBe(shown);
  });

  it("outlasts a list that lags behind it, but not a later answer", () => {
    const archived = withEvents(BOARD, NO_FILTERS, [
      event("lead.archived", lead("d", "new", { archived: true })),
    ]);
    const lagging = withPage(archived, "new", { data: [lead("d")], next_cursor: null });
    expect(columns(lagging)[0]).toBe("new 1: b");
    expect(columns(withLead(lagging, lead("d")))[0]).toBe("new 2: d b");
  });

  it.each<[Partial<Filters>, boolean]>([
    [{}, true],
    [{ source: "website" }, true],
    [{ source: "phone" }, false],
    [{ assignee: "m" }, false],
    [{ isArchived: true }, false],
    [{ isAwaiting: true }, false],
    [{ conflict: "unchecked" }, true],
    [{ conflict: "blocked" }, false],
    [{ text: "dana DOE" }, true],
    [{ text: "(212) 555-0147" }, true],
    [{ text: "555-0147" }, true],
    [{ text: "dana@example.com" }, true],
    [{ text: "smith" }, false],
  ])("of a new lead counts under the filters %j: %s", (changes, isCounted) => {
    const filters = { ...NO_FILTERS, ...changes };
    const events = [event("lead.created", lead("e"), 1)];
    const shown = withEvents(
      withPage(NOTHING_SHOWN, EVERY_STAGE, { data: [], next_cursor: null }),
      filters,
      events,
    );
    expect([shown.leads.has("e"), countNew(filters, events) === 1]).toEqual([isCounted, isCounted]);
  });

  it("keeps a found lead that is renamed, and drops one that is assigned to somebody else", () => {
    const filters = { ...NO_FILTERS, text: "dana", assignee: "m" };
    const mine = lead("d", "new", { assignee_id: "m" });
    const found = withPage(NOTHING_SHOWN, EVERY_STAGE, { data: [mine], next_cursor: null });
    const renamed = { ...mine, ...LATER, first_name: "Kim" };
    expect(columns(withEvents(found, filters, [event("lead.updated", renamed)]), filters)[0]).toBe(
      "new 1: d",
    );
    const given = { ...renamed, assignee_id: "n" };
    expect(columns(withEvents(found, filters, [event("lead.assigned", given)]), filters)[0]).toBe("new 0:");
  });
});

describe("a drop", () => {
  const merged = lead("d", "new", { archived: true, merged_into: "s" });
  it.each([
    ["on the lead's own stage does nothing", lead("d"), "new", { do: "nothing" }],
    ["on a stage that is none does nothing", lead("d"), "gone", { do: "nothing" }],
    ["on another stage moves", lead("d"), "lost", { do: "move" }],
    ["moves an archived lead, too", lead("d", "new", { archived: true }), "lost", { do: "move" }],
    [
      "of a merged lead names the one that remains",
      merged,
      "lost",
      { do: "tell", why: { kind: "merged", into: "s" } },
    ],
  ])("%s", (_, shown, to, expected) => {
    expect(dropOf(shown, to, { stages: STAGES, isMoving: false })).toEqual(expected);
    expect(dropOf(shown, to, { stages: STAGES, isMoving: true })).toEqual({ do: "nothing" });
  });

  it.each([
    ["is sent if the lead is as it was shown", lead("d"), { do: "move" }],
    [
      "is sent if something else of the lead has changed",
      lead("d", "new", { first_name: "Kim" }),
      { do: "move" },
    ],
    ["is not sent if somebody has done the same", lead("d", "lost"), { do: "nothing" }],
    ["does not undo another's move", lead("d", "contacted"), { do: "tell", why: { kind: "overtaken" } }],
    [
      "tells that the lead was archived",
      lead("d", "new", { archived: true }),
      { do: "tell", why: { kind: "archived" } },
    ],
    ["tells that the lead was merged", merged, { do: "tell", why: { kind: "merged", into: "s" } }],
  ])("%s", (_, read, expected) => {
    expect(moveOf(lead("d"), read, "lost")).toEqual(expected);
  });
});

describe("what is asked", () => {
  it.each([
    ["board", "", ["new", "contacted", "lost"]],
    ["board", "dana", [EVERY_STAGE]],
    ["list", "", [EVERY_STAGE]],
  ] as const)("for the %s with the text '%s' are these lists", (view, text, lists) => {
    expect(listsOf(view, { ...NO_FILTERS, text }, STAGES)).toEqual(lists);
  });

  it("is one list of those who await an answer, or are in a state of the conflict gate, who are few", () => {
    for (const filters of [{ isAwaiting: true }, { conflict: "blocked" as const }])
      expect(listsOf("board", { ...NO_FILTERS, ...filters }, STAGES)).toEqual([EVERY_STAGE]);
  });

  it.each<[Partial<Filters>, string, string | null, object]>([
    [{}, "new", null, { status: "new" }],
    [{ isAwaiting: true }, EVERY_STAGE, null, { awaiting: "true" }],
    [{ conflict: "lapsed" }, EVERY_STAGE, null, { conflict: "lapsed" }],
    [{}, EVERY_STAGE, "c", { cursor: "c" }],
    [
      { text: "dana", source: "website", assignee: "m", isArchived: true },
      EVERY_STAGE,
      null,
      { q: "dana", source: "website", assignee: "m", archived: "true" },
    ],
  ])("with %j of the list '%s' is a query", (filters, list, cursor, query) => {
    expect(queryOf({ ...NO_FILTERS, ...filters }, list, cursor)).toEqual(query);
  });

  it.each([
    ["dana@example.com", { email: "dana@example.com" }],
    ["(212) 555-0147", { phone: "(212) 555-0147" }],
    ["+49 30 1234", null],
    ["+49 30 1234567", { phone: "+49 30 1234567" }],
    ["555-0147", null],
    ["dana@", null],
    ["dana doe", null],
    ["2026-11-29 call", null],
    ["", null],
  ])("'%s' is a whole address or number: %j", (text, contact) => {
    expect(contactOf(text)).toEqual(contact);
  });
});
