import { expect, it } from "@jest/globals";
import { consultationSlotsOn } from "../../shared/scheduling/attorney-day.rules.ts";

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
