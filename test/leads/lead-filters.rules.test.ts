import { describe, expect, it } from "@jest/globals";
import { leadFilters, leadMatcher } from "../../shared/leads/lead-filters.rules.ts";
import { newLead } from "../support/leads.ts";

const ASSIGNEE = "0194f0a0-0000-7000-8000-000000000001";
const lead = newLead({ phone: "+12125550123", assigneeId: ASSIGNEE, firstName: "Ada Zoé" });

type Query = Parameters<typeof leadFilters>[0];

const matches = (query: Query, candidate = lead) => {
  const filters = leadFilters(query);
  return filters !== null && leadMatcher(filters)(candidate);
};

describe("the filters of a query", () => {
  it("only exclude archived leads by default", () => {
    expect(leadFilters({})).toEqual({ archived: false, words: [] });
  });

  it.each<Query>([
    { assignee: "nobody" },
    { assignee: `${ASSIGNEE}0` },
    { assignee: "null" },
    { status: "x".repeat(65) },
  ])("are null if nothing can match: %j", (query) => {
    expect(leadFilters(query)).toBeNull();
  });

  it.each<Query>([
    {},
    { archived: "false" },
    { archived: "TRUE" },
    { archived: "1" },
    { archived: "" },
    { status: "new" },
    { status: " new " },
    { status: "" },
    { source: "website" },
    { source: " website " },
    { source: " " },
    { assignee: ASSIGNEE },
    { assignee: ASSIGNEE.toUpperCase() },
    { assignee: "" },
    { q: "" },
    { q: "   " },
    { q: "ada" },
    { q: "ADA" },
    { q: "lovelace ada" },
    { q: "  Love\tADA@  " },
    { q: "zoé" },
    { q: "ZOÉ" },
    { q: "example.com" },
    { q: "2125550123" },
    { q: "+1212" },
    { q: "da love +1" },
    { q: "(212) 555-0123" },
    { q: "212.555.0123" },
    { q: "555 0123" },
    { q: "555-0123" },
    { q: "+1 (212)" },
    { q: "001 212 555 0123" },
    { q: "0212" },
    { q: "0123" },
    { q: "001" },
    { q: "+1 (0) 212 555 0123" },
    { q: "00 1 212 5550123" },
    { q: "(1) 212 555-0123" },
    { status: "new", source: "website", assignee: ASSIGNEE, q: "ada" },
  ])("match the lead: %j", (query) => {
    expect(matches(query)).toBe(true);
  });

  it.each<Query>([
    { archived: " true " },
    { status: "contacted" },
    { status: "New" },
    { source: "Website" },
    { source: "web" },
    { assignee: ASSIGNEE.replace("1", "2") },
    { q: "eve" },
    { q: "ada eve" },
    { q: "website" },
    { q: "new" },
    { q: "lovelaceada" },
    { q: "ada.*" },
    { q: "_proto_" },
    { q: "(213)" },
    { q: "555-0124" },
    { q: "5550123-" + "4" },
    { q: "()" },
    { q: "+" + "-" },
    { q: "+212" },
    { q: "(+55" },
    { q: "005" },
    { q: "(9)" },
    { q: "0555" },
    { q: "5." },
    { q: "2-" },
    { status: "new", source: "referral" },
  ])("do not match the lead: %j", (query) => {
    expect(matches(query)).toBe(false);
  });

  it("include archived leads only with archived=true", () => {
    const archived = { ...lead, archived: true };
    expect([matches({ archived: "true" }, archived), matches({}, archived)]).toEqual([true, false]);
  });

  it.each([
    ["ΟΔΥΣΣΕΥΣ", "οδυς"],
    ["Οδυσσεύς", "ΟΔΥΣ"],
    ["Straße", "STRASSE"],
    ["Strasse", "straße"],
    ["Jose\u0301", "JOSÉ"],
    ["José", "jose\u0301"],
  ])("find the name %s by %s", (firstName, q) => {
    expect(matches({ q }, newLead({ firstName }))).toBe(true);
  });

  it.each([
    ["Muñoz", "munoz"],
    ["Mun\u0303oz", "MUNOZ"],
    ["O’Brien", "o'brien"],
    ["O'Brien", "O‘Brien"],
    ["O´Brien", "o`brien"],
    ["OʼBrien", "obrien"],
    ["O＇Brien", "O′Brien"],
    ["ʻIolani", "iolani"],
    ["İrem", "irem"],
    ["I\u0307rem", "i\u0307rem"],
    ["Işık", "isik"],
    ["Yılmaz", "YILMAZ"],
    ["Weiß", "weiss"],
    ["WEIẞ", "Weiß"],
    ["Sørensen", "sorensen"],
    ["Łukasz", "lukasz"],
    ["Đặng", "dang"],
    ["Æsa", "aesa"],
    ["Zoë", "zoe\u0308"],
    ["Ｍａｒｉａ", "maria"],
    ["ﬁona", "Fiona"],
    ["김민수", "김민"],
  ])("find %s by %s, and the other way round", (one, other) => {
    const isFound = (firstName: string, q: string) => matches({ q }, newLead({ firstName }));
    expect([isFound(one, other), isFound(other, other), isFound(one, one)]).toEqual([true, true, true]);
    if (one !== "김민수") expect(isFound(other, one)).toBe(true);
  });

  it("of apostrophes alone find nobody", () => {
    expect(leadFilters({ q: "' ’" })).toBeNull();
  });

  it("do not find a word across two fields", () => {
    const apart = newLead({ firstName: "An", lastName: "Na", email: "x@example.com", phone: "+1212" });
    expect(["anna", "nax", "com+1"].map((q) => matches({ q }, apart))).toEqual([false, false, false]);
  });
});

describe("a search", () => {
  it("compares each word once, and no more than fifty", () => {
    expect(leadFilters({ q: "a b a  b" })?.words).toEqual(["A", "B"]);
    const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
    expect(leadFilters({ q: words(50) })?.words).toHaveLength(50);
    expect(leadFilters({ q: words(51) })).toBeNull();
  });
});
