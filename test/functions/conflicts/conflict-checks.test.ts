import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createCheck } from "../../../functions/conflicts/create-conflict-check.ts";
import { handler as decideCheck } from "../../../functions/conflicts/decide-conflict-check.ts";
import { handler as listChecks } from "../../../functions/conflicts/list-conflict-checks.ts";
import type { FirmSettings } from "../../../shared/settings/firm.rules.ts";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { setGate } from "../../support/conflict-gate.ts";
import { addMember } from "../../support/firms.ts";
import { bodyOf } from "../../support/http-call.ts";
import { useMergeFixture } from "../../support/merge-fixture.ts";
import { fromDesk, outcomeOf, signIn } from "../../support/sessions.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { firm, send, newLead, stored, patch, merge } = useMergeFixture(table);

beforeEach(() => setGate(table, firm.firmId));

const check = (id: string) => send(createCheck, { params: { id } });
const checked = async (id: string) => bodyOf(await check(id), 201);
const listed = async (id: string) => bodyOf(await send(listChecks, { params: { id } }), 200).data;
const decide = (id: string, checkId: string, body: object, request: object = {}) =>
  send(decideCheck, {
    params: { id, checkId },
    body: { member_id: firm.attorney.id, ...body },
    ...request,
  });
const conflictOf = async (id: string) => (await stored(id))?.conflict as { state: string };
const CLEARED = { decision: "cleared" };

describe("a check", () => {
  it("is answered, listed with its lead, and becomes the state of the lead", async () => {
    const id = await newLead();
    const answer = await checked(id);
    expect(answer).toEqual({
      ...{ id: expect.any(String), lead_id: id, created_at: expect.any(String) },
      ...{ searched: ["Ada Lovelace"], matches: [], truncated: false, result: "no_match", decisions: [] },
    });
    const state = { state: "no_match", checkId: answer.id, at: answer.created_at };
    expect(await conflictOf(id)).toEqual({ ...state, newestCheckId: answer.id });
    const later = await checked(id);
    expect(await listed(id)).toEqual([later, answer]);
  });

  it.each<[string, string, Partial<FirmSettings>]>([
    [
      "conflict_gate_disabled",
      "conflict_gate_disabled",
      { conflictGate: { enabled: false, required: "all", autoCheck: false } },
    ],
    ["conflict_index_building", "200", { conflictIndex: { state: "building", indexed: 0, generation: 1 } }],
  ])("is refused with %s, and the list answers %s", async (code, list, settings) => {
    const id = await newLead();
    const { id: checkId } = await checked(id);
    for (const [name, value] of Object.entries(settings))
      await changeSetting(table, firm.firmId, name as "conflictGate", value as never);
    expect(outcomeOf(await check(id))).toBe(code);
    expect(outcomeOf(await decide(id, checkId, {}))).toBe(code);
    expect(String(outcomeOf(await send(listChecks, { params: { id } })))).toBe(list);
    expect(outcomeOf(await check(firm.attorney.id))).toBe("not_found");
  });

  it("of a merged lead is refused, and its earlier ones are listed with both leads", async () => {
    const [id, from] = [await newLead(), await newLead()];
    const { id: checkId } = await checked(from);
    await merge(id, from);
    expect(outcomeOf(await check(from))).toBe("lead_merged");
    expect(outcomeOf(await decide(from, checkId, CLEARED))).toBe("lead_merged");
    for (const each of [id, from]) expect(await listed(each)).toMatchObject([{ id: checkId, lead_id: from }]);
    expect(outcomeOf(await decide(id, checkId, CLEARED))).toBe("check_outdated");
  });
});

describe("a decision", () => {
  it("becomes the state of the lead, and is listed with the check", async () => {
    const id = await newLead();
    const { id: checkId } = await checked(id);
    const first = bodyOf(await decide(id, checkId, CLEARED), 200);
    const second = bodyOf(await decide(id, checkId, { decision: "blocked", reason: " A rival " }), 200);
    const by = { member_id: firm.attorney.id, at: expect.any(String) };
    expect(first.decisions).toEqual([{ decision: "cleared", reason: null, ...by }]);
    expect(second.decisions).toEqual([...first.decisions, { decision: "blocked", reason: "A rival", ...by }]);
    expect(await listed(id)).toEqual([second]);
    const state = { state: "blocked", checkId, at: second.decisions[1].at };
    expect(await conflictOf(id)).toEqual({ ...state, newestCheckId: checkId });
  });

  it("is not written again when the check has it last already", async () => {
    const id = await newLead();
    const { id: checkId } = await checked(id);
    const first = bodyOf(await decide(id, checkId, CLEARED), 200);
    expect(bodyOf(await decide(id, checkId, CLEARED), 200)).toEqual(first);
    const other = await decide(id, checkId, { ...CLEARED, reason: "Known" });
    expect(other.body.decisions).toHaveLength(2);
  });

  it("with an Idempotency-Key is made once, even if another one came between", async () => {
    const id = await newLead();
    const { id: checkId } = await checked(id);
    const headers = { "idempotency-key": "once" };
    await decide(id, checkId, CLEARED, { headers });
    const blocked = bodyOf(await decide(id, checkId, { decision: "blocked" }), 200);
    const repeated = await decide(id, checkId, CLEARED, { headers });
    expect(repeated).toMatchObject({
      status: 200,
      headers: { "idempotent-replayed": "true" },
      body: blocked,
    });
    expect((await conflictOf(id)).state).toBe("blocked");
  });

  it.each<[string[], object]>([
    [["decision"], {}],
    [["decision"], { decision: "lapsed" }],
    [["member_id"], { ...CLEARED, member_id: null }],
    [["member_id"], { ...CLEARED, member_id: "me" }],
    [["member_id"], { ...CLEARED, member_id: "019a4a1f-3480-7b5c-9d6e-3f4a5b6c7d82" }],
    [["reason"], { decision: "waived" }],
    [["reason"], { decision: "waived", reason: " " }],
    [["reason"], { ...CLEARED, reason: "x".repeat(501) }],
  ])("with wrong %j is refused (case %#)", async (fields, body) => {
    const id = await newLead();
    const { id: checkId } = await checked(id);
    expect(violationFields(await decide(id, checkId, body))).toEqual(fields);
    expect(await listed(id)).toMatchObject([{ decisions: [] }]);
  });

  it("is not made by a member who has left", async () => {
    const { id: member_id } = await addMember(table, firm.firmId, { active: false });
    const id = await newLead();
    const { id: checkId } = await checked(id);
    expect(violationFields(await decide(id, checkId, { ...CLEARED, member_id }))).toEqual(["member_id"]);
  });

  it("of a member who has signed in is that member's", async () => {
    const { id: member } = await addMember(table, firm.firmId, { access: "work" });
    const desk = { key: undefined, ...fromDesk(await signIn(firm.apiKey, member)) };
    const id = await newLead();
    const { id: checkId } = await checked(id);
    expect(violationFields(await decide(id, checkId, CLEARED, desk))).toEqual(["member_id"]);
    const { decisions } = bodyOf(await decide(id, checkId, { ...CLEARED, member_id: null }, desk), 200);
    expect(decisions).toMatchObject([{ member_id: member }]);
  });

  it("on another check than the newest, or after a change of the lead, is refused", async () => {
    const id = await newLead();
    const { id: former } = await checked(id);
    const { id: newest } = await checked(id);
    expect(outcomeOf(await decide(id, former, CLEARED))).toBe("check_outdated");
    expect(outcomeOf(await decide(id, newest, CLEARED))).toBe(200);
    await patch(id, { last_name: "Byron" });
    expect((await conflictOf(id)).state).toBe("lapsed");
    expect(outcomeOf(await decide(id, newest, CLEARED))).toBe("check_outdated");
  });
});

describe("between its read and its write", () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it("a check searches the lead anew that has changed", async () => {
    const id = await newLead();
    changeBeforeWrite(() => patch(id, { last_name: "Byron" }));
    const { id: checkId, searched } = await checked(id);
    expect(searched).toEqual(["Ada Byron"]);
    expect(await conflictOf(id)).toMatchObject({ state: "no_match", newestCheckId: checkId });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["the lead changes", (id) => patch(id, { last_name: "Byron" })],
    ["the lead is checked again", (id) => checked(id)],
  ])("a decision is refused when %s", async (_, change) => {
    const id = await newLead();
    const { id: checkId } = await checked(id);
    changeBeforeWrite(() => change(id));
    expect(outcomeOf(await decide(id, checkId, CLEARED))).toBe("check_outdated");
    expect((await conflictOf(id)).state).not.toBe("cleared");
    expect((await listed(id)).at(-1)).toMatchObject({ id: checkId, decisions: [] });
  });
});
