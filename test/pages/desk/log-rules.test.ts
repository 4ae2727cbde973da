import { expect, it } from "@jest/globals";
import { activityBody, called, recordedAs, type Typed } from "../../../pages/desk/log/rules.ts";

const AT = "2026-11-29T10:00:00.000Z";
const NOW = Date.parse(AT);

it.each<[string, Typed, string | null, object]>([
  ["a call", called("reached"), null, { kind: "call", direction: "out", outcome: "reached" }],
  [
    "a contact, which clears a next contact that has come",
    called("left_message"),
    AT,
    { kind: "call", direction: "out", outcome: "left_message", next_contact_at: null },
  ],
  [
    "a contact before the next one",
    called("reached"),
    "2026-11-29T10:00:01.000Z",
    { kind: "call", direction: "out", outcome: "reached" },
  ],
  [
    "an attempt, which leaves the next contact",
    called("no_answer"),
    AT,
    { kind: "call", direction: "out", outcome: "no_answer" },
  ],
  [
    "a note, which leaves it too",
    { ...called("reached"), kind: "note", text: " Her mother called. " },
    AT,
    { kind: "note", text: "Her mother called." },
  ],
  ["a text message", { ...called(""), kind: "text" }, null, { kind: "text", direction: "out" }],
])("sends %s", (_, typed, next_contact_at, expected) => {
  expect(activityBody(typed, { next_contact_at }, { now: NOW, corrected: null })).toEqual(expected);
});

it("sends a correction with the time of what it corrects, and leaves the next contact", () => {
  const corrected = { id: "a", at: "2026-11-29T09:00:00.000Z" };
  expect(activityBody(called("reached"), { next_contact_at: AT }, { now: NOW, corrected })).toEqual({
    kind: "call",
    direction: "out",
    outcome: "reached",
    corrects: "a",
    at: "2026-11-29T09:00:00.000Z",
  });
});

const LATER = "2026-11-29T10:00:05.000Z";
const recorded = (changes: object = {}) => ({
  id: "a",
  created_at: LATER,
  kind: "call",
  direction: "out",
  outcome: "reached",
  text: null,
  corrects: null,
  member_id: "me",
  ...changes,
});

it.each<[string, object, boolean]>([
  ["the same, recorded since", {}, true],
  ["one of before", { created_at: AT }, false],
  ["one of another outcome", { outcome: "no_answer" }, false],
  ["one with a text", { text: "He called." }, false],
  ["a colleague's", { member_id: "other" }, false],
  ["a correction", { corrects: "b" }, false],
])("after a lost answer, takes for what was sent %s", (_, changes, isFound) => {
  const sent = activityBody(called("reached"), { next_contact_at: AT }, { now: NOW, corrected: null });
  const found = recordedAs([recorded(changes)], sent, { memberId: "me", after: AT });
  expect(found?.id).toBe(isFound ? "a" : undefined);
});
