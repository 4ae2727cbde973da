import { describe, expect, it } from "@jest/globals";
import type { InboundDelivery } from "../../../client/src/generated.ts";
import {
  countText,
  isOpen,
  type List,
  merge,
  reasonOf,
  refreshed,
  stateOf,
  withOlder,
} from "../../../pages/desk/inbox/rules.ts";
import { begun, foundOut, stretchesOf, tally, withReplayed } from "../../../pages/desk/inbox/walk.ts";

type Item = { readonly id: string };

/** A list of ids, with a cursor if its text ends in dots. */
const list = (text: string): List<Item> => ({
  items: text
    .replace("…", "")
    .split("")
    .map((id) => ({ id })),
  cursor: text.endsWith("…") ? "cursor" : null,
});
const text = ({ items, cursor }: List<Item>) => items.map(({ id }) => id).join("") + (cursor ? "…" : "");
const unread = undefined;

describe("deliveries of several sources", () => {
  it.each<[string, (string | undefined)[], number, { shown: string; next: number[]; hasMore: boolean }]>([
    ["nothing before each source was read once", ["87…", unread], 2, { shown: "", next: [1], hasMore: true }],
    ["the newest first", ["842", "751"], 9, { shown: "875421", next: [], hasMore: false }],
    ["no more than wanted", ["842", "751"], 2, { shown: "87", next: [], hasMore: true }],
    [
      "nothing that an unread page could precede",
      ["84…", "7531"],
      4,
      { shown: "8754", next: [], hasMore: true },
    ],
    [
      "the sources to read before more can be shown",
      ["84…", "73…", "9"],
      5,
      { shown: "9874", next: [0], hasMore: true },
    ],
    [
      "a source that is not in the way unread",
      ["84…", "7653"],
      4,
      { shown: "8765", next: [], hasMore: true },
    ],
    ["an empty page with a cursor as unread", ["…", "7"], 1, { shown: "", next: [0], hasMore: true }],
    ["nothing of no source", [], 50, { shown: "", next: [], hasMore: false }],
  ])("show %s", (_, lists, wanted, { shown, next, hasMore }) => {
    const map = new Map(lists.map((each, index) => [String(index), each === undefined ? each : list(each)]));
    const merged = merge(map, wanted);
    expect({ ...merged, shown: merged.shown.map(({ id }) => id).join("") }).toEqual({
      shown,
      next: next.map(String),
      hasMore,
    });
  });

  it.each([
    ["adds what is new", "654…", "876…", "87654…"],
    ["drops what is mended", "87654…", "86…", "8654…"],
    ["keeps what was read where nothing is new", "87654…", "87…", "87654…"],
    ["begins anew after more than a page of new ones", "321…", "987…", "987…"],
    ["takes a whole list", "654…", "8", "8"],
    ["ends in nothing", "654", "", ""],
    ["takes the first ones", "", "65…", "65…"],
  ])("are read again: it %s", (_, before, page, after) => {
    expect(text(refreshed(list(before), list(page)))).toBe(after);
  });

  it("are read further back", () => {
    expect(text(withOlder(list("87…"), list("65")))).toBe("8765");
    expect(text(withOlder(undefined, list("65…")))).toBe("65…");
  });
});

const rejected = {
  outcome: "rejected",
  dismissed_at: null,
  replay_of: null,
  replayed_as: null,
} as InboundDelivery;
const id = "01900000-0000-7000-8000-000000000000";

describe("a delivery", () => {
  it.each<[string, Partial<InboundDelivery>, isOpen: boolean, state: string]>([
    ["was rejected", {}, true, "rejected"],
    ["was replayed and rejected again", { replayed_as: { id, outcome: "rejected" } }, true, "rejected"],
    ["was mended", { replayed_as: { id, outcome: "created" } }, false, "mended"],
    ["was dismissed", { dismissed_at: "2026-11-29T10:00:00.000Z" }, false, "dismissed"],
    ["is a rejected replay", { replay_of: id }, false, "rejected"],
    ["became a lead", { outcome: "created" }, false, "created"],
  ])("that %s", (_, changes, open, state) => {
    const delivery = { ...rejected, ...changes };
    expect([isOpen(delivery), stateOf(delivery)]).toEqual([open, state]);
  });

  it.each([
    [
      "No email found. Looked at email. Nothing uses mail.",
      "No email found.",
      "Looked at email. Nothing uses mail.",
    ],
    [
      "No email found. Looked at data[column_id=EMAIL].string_value, mail.",
      "No email found.",
      "Looked at EMAIL, mail.",
    ],
    ["No email found. Nothing uses \u202eliam.", "No email found.", "Nothing uses liam."],
    ["No email found. Nothing uses mail.", "No email found.", "Nothing uses mail."],
    ["Case type must be one of A, B.", "Case type must be one of A, B.", ""],
  ])("is rejected with a reason, and the places: %s", (message, reason, places) => {
    const error = { code: "invalid_request" as const, message: "x", details: [{ field: "email", message }] };
    expect(reasonOf({ error })).toEqual({ reason, places });
    expect(reasonOf({ error: { ...error, details: null } }).reason).toBe("x");
  });

  it("counts up to a page", () => {
    expect([0, 50, 51].map(countText)).toEqual(["0", "50", "50+"]);
  });
});

const received = (second: number, letter = "") => ({
  id: `${String(second).padStart(3, "0")}${letter}`,
  received_at: new Date(Date.UTC(2026, 10, 29, 10, 0, second)).toISOString(),
  replayed_as: null,
});

describe("a replay of many", () => {
  it("goes through them oldest first, ten a call, and keeps those of one instant together", () => {
    const deliveries = [...Array.from({ length: 23 }, (_, index) => received(index)), received(9, "b")];
    const stretches = stretchesOf(deliveries.toReversed());
    expect(stretches.map((each) => each.deliveries.length)).toEqual([11, 10, 3]);
    expect(stretches.map(({ since, until }) => [since.slice(17), until.slice(17)])).toEqual([
      ["00.000Z", "09.001Z"],
      ["10.000Z", "19.001Z"],
      ["20.000Z", "22.001Z"],
    ]);
    expect(stretchesOf([])).toEqual([]);
  });

  it("counts what became of them", () => {
    const row = { delivery_id: id, leadId: null, failed: false };
    const walk = withReplayed(begun(9), [
      { ...row, outcome: "rejected" },
      { ...row, outcome: "created" },
      { ...row, outcome: "created" },
      { ...row, outcome: "rejected", failed: true },
    ]);
    expect(tally(walk)).toEqual([
      ["created", 2],
      ["rejected", 1],
      ["failed", 1],
    ]);
  });

  it("finds out after a lost answer which were done: those that are gone, and those that were rejected again", () => {
    const before = [
      received(1),
      received(2),
      { ...received(3), replayed_as: { id, outcome: "rejected" as const } },
    ];
    const [stretch] = stretchesOf(before);
    const again = { id: `${id}1`, outcome: "rejected" as const };
    const open = [{ ...received(2), replayed_as: again }, before[2] ?? received(3)];
    const found = stretch ? foundOut(stretch, before, open) : [];
    expect(found.map(({ isDone }) => isDone)).toEqual([true, true, false]);
  });
});
