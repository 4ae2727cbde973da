import { describe, expect, it } from "@jest/globals";
import { createLead } from "../../shared/leads/create-lead.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { RoutingRule } from "../../shared/settings/firm.rules.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { decidedSource } from "../support/decided-source.ts";
import { decided, FIRM_ID, NOW_MILLISECONDS, newSettings } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { GRACE } from "../support/ingestion.ts";
import { ADA } from "../support/leads.ts";
import { newRule } from "../support/routing.ts";

/** Tuesday, 07:00 in New York. */
const at = (minutes: number) => new Date(NOW_MILLISECONDS + minutes * 60_000).toISOString();

const ana = newMember({ name: "Ana" });
const gone = newMember({ name: "Gone", active: false });
const stored = [ana, gone].map((member) => memberToItem(FIRM_ID, member));
const members = [ana, gone].map(({ id }) => ({ id, weight: 1 }));

const ruleOf = (key: string, changes: Partial<RoutingRule> = {}) => newRule({ key, members, ...changes });
const FAMILY = ruleOf("family", { when: [{ path: "data.case_type", equals: "Family" }] });
const ADS = ruleOf("ads", { when: [{ path: "source", in: ["ads", "form"] }], respondWithinMinutes: 5 });
const REST = ruleOf("rest", { respondWithinMinutes: 30, clock: "office_hours" });

const TURN = { memberId: ana.id, isOwed: false };

/** Decides on a new lead. Without `turn`, taking one fails. */
const create = async (json: object, routing: readonly RoutingRule[], turn?: object) => {
  const decision = await decided(createLead, {
    json: { ...ADA, ...json },
    stored: [...stored, settingsToItem(FIRM_ID, newSettings({ routing }))],
    found: turn ? { turn } : {},
    request: { newId: newRecordId(NOW_MILLISECONDS) },
  });
  return {
    ...(Object(decision.writes?.[0]).New as Lead),
    ...Object("answer" in decision && decision.answer),
  };
};

const NO_RULE = { routing_rule: null, respond_by: null, assignee_id: null };
const ALL = [FAMILY, ADS, REST];

describe("a new lead", () => {
  it.each<[string, object, readonly RoutingRule[], object]>([
    ["gets nothing without rules", {}, [], NO_RULE],
    ["gets nothing if no rule fits", {}, [FAMILY, ADS], NO_RULE],
    [
      "gets the first rule that fits",
      { source: "ads", data: { case_type: "Family" } },
      ALL,
      { routing_rule: "family", respond_by: null },
    ],
    [
      "gets a later rule if the first does not fit",
      { source: "ads" },
      ALL,
      { routing_rule: "ads", respond_by: at(5) },
    ],
    [
      "is judged by its data as they are stored",
      { data: { case_type: " Family " } },
      ALL,
      { routing_rule: "family" },
    ],
    [
      "is not judged by data that the firm does not define",
      { data: { kind: "a" } },
      [ruleOf("kind", { when: [{ path: "data.kind", present: true }] })],
      NO_RULE,
    ],
    [
      "gets a deadline in the hours of active members",
      {},
      ALL,
      { routing_rule: "rest", respond_by: at(120 + 30) },
    ],
    ["gets the member whose turn it is", {}, [REST], { assignee_id: ana.id }],
    ["takes a turn if null was named", { assignee_id: null }, [REST], { assignee_id: ana.id }],
  ])("%s", async (_, json, routing, shown) => {
    expect(await create(json, routing, TURN)).toMatchObject(shown);
  });

  it("takes no turn if somebody was named, but gets rule and deadline", async () => {
    expect(await create({ assignee_id: ana.id }, [REST])).toMatchObject({
      assignee_id: ana.id,
      routing_rule: "rest",
      respond_by: at(150),
    });
  });

  it.each<[string, number, true | undefined]>([
    ["counts its deadline from when it was captured", -3, undefined],
    ["that is imported late has a deadline that brings no event", -60, true],
  ])("%s", async (_, minutes, isOverdue) => {
    const lead = await create({ source: "ads", captured_at: at(minutes) }, [ADS], TURN);
    expect(lead).toMatchObject({ respond_by: at(minutes + 5), assignee_id: ana.id });
    expect(lead.isOverdue).toBe(isOverdue);
  });

  it("takes no turn if nobody can, but gets rule and deadline", async () => {
    const nobody = ruleOf("nobody", { members: members.slice(1), respondWithinMinutes: 5 });
    expect(await create({}, [nobody])).toMatchObject({
      assignee_id: null,
      routing_rule: "nobody",
      respond_by: at(5),
    });
  });

  it("is owed a turn that could not be had, and becomes due for it at once", async () => {
    const lead = await create({}, [REST], { memberId: null, isOwed: true });
    expect(lead).toMatchObject({
      assignee_id: null,
      routing_rule: "rest",
      turnOwed: true,
      dueAt: expect.any(String),
    });
  });
});

describe("a delivery", () => {
  const NOBODY = ruleOf("form", {
    when: [{ path: "source", equals: "form" }],
    members: members.slice(1),
    respondWithinMinutes: 5,
  });
  const given = (source: object = {}, routing = [NOBODY]) =>
    decidedSource({ source, settings: { routing }, stored });

  it("gives its lead rule and deadline, by the key of its source", async () => {
    const source = await given();
    await source.deliver();
    expect(source.lead()).toMatchObject({ routingRule: "form", respondBy: at(5), assigneeId: null });
  });

  it("takes no turn of a source with a default assignee", async () => {
    const source = await given({ default_assignee_id: ana.id }, [ADS]);
    await source.deliver();
    expect(source.lead()).toMatchObject({ routingRule: "ads", assigneeId: ana.id });
  });

  it("leaves the rule and deadline of a lead that exists", async () => {
    const source = await given();
    await source.deliver();
    source.define({ routing: [ruleOf("other", { members: members.slice(1) })] });
    await source.deliver({ ...GRACE, lastName: "Murray" });
    expect(source.lead()).toMatchObject({ routingRule: "form", respondBy: at(5), lastName: "Murray" });
  });

  it("previews the rule, and takes no turn", async () => {
    const { preview } = await given({}, [ADS]);
    const lead = { routing_rule: "ads", assignee_id: null };
    expect(await preview({ payload: GRACE })).toMatchObject({ outcome: "created", lead });
  });
});
