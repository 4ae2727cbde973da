import { describe, expect, it } from "@jest/globals";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { decidedSource } from "../support/decided-source.ts";
import { GRACE } from "../support/ingestion.ts";

const MAPPING = { "parties.adverse": "opponents", "parties.related": "family" };
const source = () => decidedSource({ source: { mapping: MAPPING } });
const party = (name: string, role = "adverse") => ({ role, name, aliases: [], email: "", phone: "" });
const namesOf = ({ parties }: Lead) => parties?.map(({ role, name }) => `${role} ${name}`) ?? null;

describe("the parties that a delivery names", () => {
  it.each<[string, unknown, string[]]>([
    ["a text", " Acme Inc. ", ["Acme Inc."]],
    ["each line of a text", "Acme, Inc.\r\n\nGlobex\n", ["Acme, Inc.", "Globex"]],
    ["each text of a list, and a number as text", ["Acme", "", 4711, null], ["Acme", "4711"]],
    ["a name that comes again, once", ["Acme", "acme", "Ácme"], ["Acme"]],
    ["without control characters", "Ac\u0007me", ["Ac me"]],
  ])("are those of %s", async (_, opponents, names) => {
    const { deliver, lead } = await source();
    const { outcome, omitted } = await deliver({ ...GRACE, opponents, family: "Vincent Hopper" });
    expect([outcome, omitted]).toEqual(["created", []]);
    expect(lead().parties).toEqual([...names.map((name) => party(name)), party("Vincent Hopper", "related")]);
  });

  it("are null where nothing is named or mapped", async () => {
    for (const mapping of [{}, MAPPING]) {
      const { deliver, lead } = await decidedSource({ source: { mapping } });
      await deliver({ ...GRACE, adverse: "Acme", family: " ", opponents: [] });
      expect(lead().parties).toBeNull();
    }
  });

  it.each<[string, unknown, string | undefined, string]>([
    ["is too long is cut", "x".repeat(201), "x".repeat(200), "must have at most 200 characters"],
    ["is no text is left out", { name: "Acme" }, undefined, "must be text or a number"],
    ["is half a character is replaced", "Acme \ud800", "Acme \ufffd", ""],
  ])("never lose the lead: what %s, and the delivery says so", async (_, opponents, name, message) => {
    const { deliver, lead } = await source();
    const { outcome, omitted } = await deliver({ ...GRACE, opponents });
    expect(outcome).toBe("created");
    expect(omitted).toEqual(message === "" ? [] : [{ field: "parties.adverse", message }]);
    expect(lead().parties).toEqual(name === undefined ? null : [party(name)]);
  });

  it("are the first 20, and the delivery says where others were named", async () => {
    const { deliver, lead } = await source();
    const opponents = Array.from({ length: 19 }, (_, index) => `Party ${index}`);
    const first = await deliver({ ...GRACE, opponents, family: ["Ann", "Bob"] });
    const message = "names more than a lead can have: 20 parties";
    expect(first).toMatchObject({ outcome: "created", omitted: [{ field: "parties.related", message }] });
    expect(namesOf(lead())?.slice(18)).toEqual(["adverse Party 18", "related Ann"]);
    const second = await deliver({ ...GRACE, opponents: "Acme", lastName: "Murray" });
    expect(second).toMatchObject({ outcome: "updated", omitted: [{ field: "parties.adverse", message }] });
    expect(namesOf(lead())).toHaveLength(20);
  });
});

describe("a later delivery", () => {
  it("adds the parties that it names, and removes none", async () => {
    const { deliver, lead, edit } = await source();
    await deliver({ ...GRACE, opponents: "Acme" });
    edit({ parties: [...(lead().parties ?? []), { ...party("Initech"), role: "alias" }] });
    expect((await deliver({ ...GRACE, opponents: ["ACME", "Globex"] })).outcome).toBe("updated");
    expect((await deliver({ ...GRACE, opponents: "Globex" })).outcome).toBe("duplicate");
    expect((await deliver({ ...GRACE })).outcome).toBe("duplicate");
    expect(namesOf(lead())).toEqual(["adverse Acme", "alias Initech", "adverse Globex"]);
  });

  it("does not add again what the firm has removed, unless its sender names others", async () => {
    const { deliver, lead, edit } = await source();
    await deliver({ ...GRACE, opponents: "Acme" });
    edit({ parties: [] });
    expect((await deliver({ ...GRACE, opponents: "Acme", lastName: "Murray" })).outcome).toBe("updated");
    expect(namesOf(lead())).toEqual([]);
    await deliver({ ...GRACE, opponents: ["Acme", "Globex"] });
    expect(namesOf(lead())).toEqual(["adverse Acme", "adverse Globex"]);
  });

  it("lapses a clearance in its own write if it adds a party, and only then", async () => {
    const { deliver, lead, edit } = await source();
    await deliver({ ...GRACE, opponents: "Acme" });
    const conflict = { state: "cleared" as const, checkId: "first", at: "2026-11-20T10:00:00.000Z" };
    edit({ conflict: { ...conflict, newestCheckId: "first" } });
    await deliver({ ...GRACE, opponents: "ACME", case_type: "Injury" });
    expect(lead()).toMatchObject({ data: { case_type: "Injury" }, conflict: { state: "cleared" } });
    await deliver({ ...GRACE, opponents: "Globex" });
    expect(lead().conflict).toMatchObject({ state: "lapsed", isOutdated: true });
  });
});

describe("a replay after parties were mapped", () => {
  it("adds them, and a preview shows them before", async () => {
    const { configure, deliver, preview, replay, lead } = await decidedSource();
    const { id } = await deliver({ ...GRACE, opponents: "Acme" });
    expect(await preview({ delivery_id: id, mapping: MAPPING })).toMatchObject({
      ...{ outcome: "updated", lead: { parties: [party("Acme")] }, unused_paths: [] },
    });
    await configure({ mapping: MAPPING });
    expect((await replay(id)).outcome).toBe("updated");
    expect(namesOf(lead())).toEqual(["adverse Acme"]);
  });
});
