import { describe, expect, it } from "@jest/globals";
import { bothChanged, changesOf, typedOver } from "../../../pages/desk/draft.ts";
import {
  backwards,
  changedMapping,
  entryOf,
  isSameMapping,
  type Mapping,
  nameIn,
  type Rules,
  ruleOf,
  rulesOf,
  targetsOf,
  usedPath,
} from "../../../pages/desk/inbox/mapping.ts";
import { leavesOf } from "../../../pages/desk/inbox/paths.ts";
import { mappedFields } from "../../../shared/sources/inbound-lead.rules.ts";

const TARGETS = targetsOf({
  lead_fields: [{ key: "city", label: "City", type: "text", options: [] }],
});
const target = (name: string) =>
  TARGETS.find((each) => each.target === name) ?? { target: name, defaultPaths: [] };

describe("a mapping", () => {
  it("has the targets and the usual paths that the service has", () => {
    const { texts } = mappedFields([], {});
    const own = TARGETS.filter(({ target }) => !target.startsWith("data."));
    const usual = own.filter(({ defaultPaths }) => defaultPaths.length > 0);
    expect(own.filter((each) => !usual.includes(each)).map((each) => each.target)).toEqual([
      "captured_at",
      "parties.adverse",
      "parties.related",
    ]);
    expect(usual.map((each) => [each.target, each.defaultPaths]).toSorted()).toEqual(
      texts.map((each) => [each.target, each.defaultPaths]).toSorted(),
    );
  });

  it.each<[Mapping[string]]>([
    ["a.b"],
    [["a", "b"]],
    [{ path: "a", fallback: "x" }],
    [{ paths: ["a", "b"], fallback: false }],
    [{ value: 7 }],
  ])("keeps an entry that nobody changes: %j", (entry) => {
    expect(entryOf(ruleOf({ email: entry }, target("email")))).toEqual(entry);
  });

  it("has the usual paths without an entry, and none of a full name where both names have one", () => {
    expect(ruleOf({}, target("data.city")).paths).toEqual(["city"]);
    expect(ruleOf({}, target("full_name")).paths).toEqual(["full_name", "fullName", "name"]);
    expect(ruleOf({ first_name: "a", last_name: "b" }, target("full_name")).paths).toEqual([]);
  });

  it.each<[string, Rules, Mapping]>([
    ["another path", { email: { paths: ["mail"] } }, { email: "mail", phone: "tel" }],
    ["the usual paths", { phone: null }, { email: "a" }],
    ["a rule that finds nothing", { phone: { paths: [""] } }, { email: "a" }],
    [
      "a constant",
      { "data.city": { paths: ["x"], value: "Rome" } },
      { email: "a", phone: "tel", "data.city": { value: "Rome" } },
    ],
  ])("gets %s", (_, changes, mapping) => {
    expect(changedMapping({ email: "a", phone: "tel" }, changes)).toEqual(mapping);
  });

  it("is the same in another form", () => {
    expect(isSameMapping({ email: "a" }, { email: { paths: ["a"] } })).toBe(true);
    expect(isSameMapping({ email: "a" }, {})).toBe(false);
  });

  it.each<[string, Mapping, Rules, { changed: string[]; both: string[] }]>([
    [
      "keeps mine where they left it",
      { email: "a", phone: "new" },
      { email: { paths: ["x"] } },
      { changed: ["email"], both: [] },
    ],
    [
      "shows both of what both changed",
      { email: "theirs" },
      { email: { paths: ["x"] } },
      { changed: ["email"], both: ["email"] },
    ],
    [
      "drops what both have changed alike",
      { email: ["x"] },
      { email: { paths: ["x", ""] } },
      { changed: [], both: [] },
    ],
    [
      "shows what another person took away",
      {},
      { email: { paths: ["x"] } },
      { changed: ["email"], both: ["email"] },
    ],
    ["drops what both took away", {}, { email: null }, { changed: [], both: [] }],
  ])("of two people %s", (_, theirs, typed, { changed, both }) => {
    const draft = typedOver<Rules>({ typed: {}, basis: {} }, rulesOf({ email: "a" }), typed);
    expect(Object.keys(changesOf(draft, rulesOf(theirs)))).toEqual(changed);
    expect(bothChanged(draft, rulesOf(theirs))).toEqual(both);
  });
});

const BODY = {
  email: " ",
  mail: "d@example.com",
  tags: ["x", "y"],
  kind: "form",
  token: "s",
  question: "Why?",
  who: { first: "Dana", last: ["Doe", "Roe"] },
  name: "Dana Doe",
};

describe("a mapping read backwards", () => {
  const reader = {
    mapping: { email: ["email", "mail"], "data.city": "tags" },
    body_secret: { path: "token", value: "********" },
    accept_when: [{ path: "kind", equals: "form" }],
    test_when: [],
  };
  it.each([
    ["mail", { targets: ["email"] }],
    ["email", { passedOver: ["email"] }],
    ["tags", { targets: ["data.city"] }],
    ["kind", { isCondition: true }],
    ["token", { isSecret: true }],
    ["question", {}],
  ])("says what %s becomes", (path, result) => {
    const leaf = leavesOf(BODY).find((each) => each.path === path);
    const found = leaf && backwards(BODY, reader, TARGETS)(leaf);
    const names = (list: readonly { target: string }[] = []) => list.map((each) => each.target);
    expect({ ...found, targets: names(found?.targets), passedOver: names(found?.passedOver) }).toEqual({
      targets: [],
      passedOver: [],
      isSecret: false,
      isCondition: false,
      ...result,
    });
  });

  it.each<[Mapping, string | null]>([
    [{}, "Dana Doe"],
    [{ first_name: "who.first", last_name: "who.last" }, "Dana Doe Roe"],
    [{ full_name: "missing" }, null],
    [{ full_name: { value: "Somebody" } }, "Somebody"],
  ])("names the lead: %j", (mapping, name) => {
    expect(nameIn(BODY, mapping)).toBe(name);
  });

  it("uses the first path with a value, and none beside a constant", () => {
    expect(usedPath(BODY, { paths: ["email", "mail"] })).toBe("mail");
    expect(usedPath(BODY, { paths: ["mail"], value: "x" })).toBe(null);
  });
});
