import { expect, it } from "@jest/globals";
import {
  bothChanged,
  changesOf,
  type Draft,
  isSame,
  sendMine,
  showsChanges,
  takeTheirs,
  typedOver,
  valuesOf,
  withoutSent,
} from "../../../pages/desk/draft.ts";

type Values = { readonly name: string; readonly phone: string | null; readonly stages: readonly string[] };

const STORED: Values = { name: "Doe Law", phone: null, stages: ["New"] };
const UNTOUCHED: Draft<Values> = { typed: {}, basis: {} };
const renamed = typedOver(UNTOUCHED, STORED, { name: "Doe & Roe" });

const relisted = typedOver(UNTOUCHED, STORED, { stages: ["New", "Won"] });
const MINE = { name: "Doe & Roe" };

it.each<[string, Draft<Values>, Partial<Values>, readonly [object, string[]]]>([
  ["nothing typed, a change of theirs", UNTOUCHED, { name: "Roe" }, [{}, []]],
  ["one field each", renamed, { phone: "+1" }, [MINE, []]],
  ["the same field", renamed, { name: "Roe" }, [MINE, ["name"]]],
  ["the same field, to the same value", renamed, MINE, [{}, []]],
  ["a field typed and typed back", typedOver(renamed, STORED, { name: "Doe Law" }), {}, [{}, []]],
  ["a list", relisted, { stages: [] }, [{ stages: ["New", "Won"] }, ["stages"]]],
  ["mine chosen", sendMine(renamed, { ...STORED, name: "Roe" }, "name"), { name: "Roe" }, [MINE, []]],
  ["theirs chosen", takeTheirs(renamed, "name"), { name: "Roe" }, [{}, []]],
])("two people, %s: sends only what is still a change", (_what, draft, theirs, [changes, both]) => {
  const stored = { ...STORED, ...theirs };
  expect(changesOf(draft, stored)).toEqual(changes);
  expect(bothChanged(draft, stored)).toEqual(both);
  expect(valuesOf(draft, stored)).toEqual({ ...stored, ...changes });
});

it("follows theirs in a field that was typed back to what is stored", () => {
  expect(typedOver(renamed, STORED, { name: "Doe Law" })).toEqual(UNTOUCHED);
});

it("keeps both values of a field while mine passes through what was stored before", () => {
  const stored = { ...STORED, name: "Roe" };
  expect(bothChanged(typedOver(renamed, stored, { name: "Doe Law" }), stored)).toEqual(["name"]);
});

it("asks nobody about a field that was typed on while it was saved", () => {
  const now = withoutSent(typedOver(renamed, STORED, { name: "Roe" }), MINE, { ...STORED, ...MINE });
  expect([now.typed, bothChanged(now, { ...STORED, ...MINE })]).toEqual([{ name: "Roe" }, []]);
});

it.each([
  ["Doe", " Doe ", true],
  ["", null, true],
  [" ", undefined, true],
  [["a", ""], ["a"], true],
  [{ paths: ["a"], value: "" }, { paths: ["a"] }, true],
  [{ paths: ["a"] }, { paths: ["b"] }, false],
  [0, null, false],
  [false, undefined, false],
])("compares %j with %j as the service would store them: %s", (one, other, isEqual) => {
  expect(isSame(one, other)).toBe(isEqual);
});

it("keeps what was typed while the answer was under way", () => {
  const now = typedOver(relisted, STORED, { name: "Later" });
  expect(withoutSent(now, relisted.typed, STORED).typed).toEqual({ name: "Later" });
});

it.each<[Partial<Values>, Partial<Values>, boolean]>([
  [{ name: " Doe " }, { name: "Doe" }, true],
  [{ name: "Doe" }, { name: "Roe" }, false],
  [{ phone: "(212) 555-0100" }, { phone: "+12125550100" }, true],
  [{ phone: "0171 2345678" }, { phone: "+491712345678" }, true],
  [{ phone: "(212) 555-0100" }, { phone: "+12125550101" }, false],
  [{ phone: "0" }, { phone: "+12125550100" }, false],
  [{ phone: null }, { phone: null }, true],
  [{ stages: ["a"] }, { stages: ["a", "b"] }, false],
  [{}, {}, true],
])("of what was sent, %j, a record with %j shows it: %s", (changes, stored, shown) => {
  expect(showsChanges(changes, { ...STORED, ...stored })).toBe(shown);
});
