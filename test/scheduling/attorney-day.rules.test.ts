import { expect, it } from "@jest/globals";
import { consultationSlotsOn, liveHoldsOn, takenOn } from "../../shared/scheduling/attorney-day.rules.ts";

const DATE = "2055-03-03";
const at = (minute: number) => Date.parse(DATE) + minute * 60_000;
const slots = [
  [0, 60],
  [60, 120],
  [1_400, 1_460],
].map(([start = 0, end = 0], index) => ({
  id: `${index}`,
  attorneyId: "ann",
  start: at(start),
  end: at(end),
}));
const held = { id: "hold", attorneyId: "ann", start: at(200), end: at(300), expiresAtMilliseconds: at(0) };
const dayOf = (date: string, ...of: typeof slots) => ({
  attorneyId: "ann",
  date,
  version: 1,
  slots: of,
  busy: [],
});
const days = [dayOf(DATE, ...slots, held), dayOf("2055-03-04", ...slots.slice(2))];

it.each([
  [0, 2_880, ["0", "1", "2"]],
  [60, 1_400, ["1"]],
  [59.5, 1_401, ["0", "1", "2"]],
  [1_459, 1_460, ["2"]],
  [1_460, 2_880, []],
  [210, 220, []],
])("the consultations from minute %d to %d are %j, each once and apart from holds", (start, end, ids) => {
  const found = consultationSlotsOn(days, { start: at(start), end: at(end) });
  expect(found.map(({ id }) => id)).toEqual(ids);
});

it("the live holds on days are listed once, by start, apart from consultations", () => {
  const [live, expired] = [{ expiresAtMilliseconds: at(1) }, { expiresAtMilliseconds: at(-1) }];
  const late = { id: "late", attorneyId: "ann", start: at(1_435), end: at(1_445), ...live };
  const early = { id: "early", attorneyId: "ann", start: at(500), end: at(510), ...live };
  const ended = { id: "ended", attorneyId: "ann", start: at(600), end: at(610), ...expired };
  const both = [dayOf(DATE, late, ended, early, ...slots), dayOf("2055-03-04", late)];
  const shown = (start: number, end: number) =>
    liveHoldsOn(both, { range: { start: at(start), end: at(end) }, nowMilliseconds: at(0) });
  const hold = { attorneyId: "ann", durationMinutes: 10, expiresAt: "2055-03-03T00:01:00.000Z" };
  expect(shown(0, 2_880)).toEqual([
    { ...hold, id: "early", startAt: "2055-03-03T08:20:00.000Z" },
    { ...hold, id: "late", startAt: "2055-03-03T23:55:00.000Z" },
  ]);
  expect(shown(510, 1_435)).toEqual([]);
});

it.each<[string, string[], number]>([
  ["until it expires", ["hold"], 1],
  ["from then on", [], 0],
  ["a second later, almost", [], -999],
])("%s, a hold keeps its slot, and the list has %j", (_, listed, milliseconds) => {
  const hold = { ...held, expiresAtMilliseconds: at(0) + milliseconds };
  const days = [dayOf(DATE, hold)];
  const range = { start: at(0), end: at(1_440) };
  expect(liveHoldsOn(days, { range, nowMilliseconds: at(0) }).map(({ id }) => id)).toEqual(listed);
  expect(takenOn(days, at(0))).toHaveLength(1);
});
