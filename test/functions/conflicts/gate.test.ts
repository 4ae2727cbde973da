import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { CONFLICT_STATES } from "../../../shared/leads/clearance.contract.ts";
import type { ConflictState } from "../../../shared/leads/clearance.rules.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { leadKey } from "../../../shared/table/record-keys.ts";
import { atMinute, times, useBookingFixture } from "../../support/booking-fixture.ts";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { conflictIn, setGate } from "../../support/conflict-gate.ts";
import { newFirm } from "../../support/firms.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { putLead } from "../../support/leads.ts";
import { MEETING, SELF_SERVICE } from "../../support/links.ts";
import { changeAttribute } from "../../support/settings.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, book, hold, patch, updateFirm } = useBookingFixture(table);

const CHECK_ID = "018f0000-0000-7000-8000-000000000c0c";
const leadIn = (state: ConflictState, changes: Partial<Lead> = {}) =>
  putLead(table, fixture.firmId, { conflict: conflictIn(state, CHECK_ID), ...changes });
const setState = (id: string, state: ConflictState) =>
  changeAttribute(table, leadKey(fixture.firmId, id), "conflict", conflictIn(state, CHECK_ID));
type Gate = Parameters<typeof setGate>[2];
const gate = (changes: Gate = {}) => setGate(table, fixture.firmId, changes);
const outcomeOf = ({ status, body }: ApiResponse) => body.error?.code ?? status;

/** States of leads that can be booked where no clearance is required. */
const PASSING_NONE = CONFLICT_STATES.filter((state) => state !== "blocked");

/** States that a firm's gate refuses. */
const REFUSED = CONFLICT_STATES.filter((state) => state !== "cleared" && state !== "waived");

beforeAll(() => updateFirm(SELF_SERVICE));
beforeEach(() => gate());

describe("a firm's booking", () => {
  it.each(REFUSED)(
    "of a lead that is %s is refused before its slot, and names state and check",
    async (state) => {
      const { id } = await leadIn(state);
      await book({ lead_id: (await leadIn("cleared")).id });
      const response = await book({ lead_id: id, ignore_booking_rules: true, ignore_busy: true });
      expect([response.status, response.body.error]).toEqual([
        409,
        {
          code: "conflict_not_cleared",
          message: expect.any(String),
          details: [
            { field: "conflict.state", message: state },
            ...(state === "unchecked" ? [] : [{ field: "conflict.check_id", message: CHECK_ID }]),
          ],
          request_id: expect.any(String),
        },
      ]);
    },
  );

  it("of any attorney, with a hold, or holding a slot for a lead, is refused as well", async () => {
    const { id: lead_id } = await leadIn("matches");
    const { body: held } = await hold();
    const ofAnybody = { lead_id, attorney_id: undefined, type: MEETING.key };
    const outcomes = [
      await book(ofAnybody),
      await book({ lead_id, hold_id: held.id }),
      await hold({ lead_id, start_at: atMinute(0) }),
      await hold({ ...ofAnybody, start_at: atMinute(0) }),
    ].map(outcomeOf);
    expect(outcomes).toEqual(times(4, () => "conflict_not_cleared"));
    expect(outcomeOf(await book({ lead_id: (await leadIn("waived")).id, hold_id: held.id }))).toBe(201);
  });

  it.each<[string, Gate, readonly ConflictState[]]>([
    ["a clearance is required", {}, ["cleared", "waived"]],
    ["the leads are indexed", { index: "building" }, []],
    ["none is required", { required: "none" }, PASSING_NONE],
    ["none is required, and the leads are indexed", { required: "none", index: "building" }, PASSING_NONE],
  ])("passes while %s, by the state of its lead", async (_, changes, states) => {
    await gate(changes);
    const passed: ConflictState[] = [];
    for (const [index, state] of CONFLICT_STATES.entries()) {
      const response = await book({ lead_id: (await leadIn(state)).id, start_at: atMinute(index * 60) });
      if (response.status === 201) passed.push(state);
    }
    expect(passed).toEqual(states);
  });

  it("needs nobody cleared while the gate is off", async () => {
    await gate({ index: "off" });
    const { id: lead_id } = await leadIn("blocked");
    expect(outcomeOf(await hold({ lead_id, start_at: atMinute(0) }))).toBe(201);
    const calls = await recordStoreCalls(async () => expect(outcomeOf(await book({ lead_id }))).toBe(201));
    expect(calls.slice(-1)).toEqual(["TransactWrite"]);
  });

  it("names a lead of the firm that was not merged, for a hold too", async () => {
    const other = await newFirm(table);
    const merged = await leadIn("cleared", { mergedInto: CHECK_ID });
    const strange = await putLead(table, other.firmId);
    expect(violationFields(await hold({ lead_id: strange.id, seconds: 1 }))).toEqual(["seconds", "lead_id"]);
    expect(violationFields(await hold({ lead_id: "x" }))).toEqual(["lead_id"]);
    expect(outcomeOf(await hold({ lead_id: merged.id }))).toBe("lead_merged");
  });

  it("of a lead with a deadline writes the lead once, and requires it as it was judged", async () => {
    const lead = await leadIn("cleared", { respondBy: "2055-03-02T10:00:00.000Z" });
    const isChanged = changeBeforeWrite(async () => {
      await setState(lead.id, "blocked");
      await changeAttribute(table, leadKey(fixture.firmId, lead.id), "revision", 2);
    });
    expect([outcomeOf(await book({ lead_id: lead.id })), isChanged()]).toEqual([
      "conflict_not_cleared",
      true,
    ]);
    await setState(lead.id, "waived");
    expect(outcomeOf(await book({ lead_id: lead.id }))).toBe(201);
  });

  it("repeats as it was answered, whatever the state has become", async () => {
    const { id } = await leadIn("cleared");
    const headers = { "idempotency-key": id };
    const first = await book({ lead_id: id }, {}, headers);
    await setState(id, "blocked");
    const again = await book({ lead_id: id }, {}, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it("takes no more round trips than without the gate", async () => {
    const callsOf = (minute: number, lead_id: string) =>
      recordStoreCalls(() => book({ lead_id, start_at: atMinute(minute) }));
    const { id } = await leadIn("cleared");
    await callsOf(0, id);
    const withGate = await callsOf(60, id);
    await gate({ index: "off" });
    expect(withGate).toEqual(await callsOf(120, id));
  });
});

describe("between its read and its write, a booking is decided again", () => {
  it.each<[string, () => Promise<unknown>, (lead: Lead) => Promise<unknown>]>([
    ["when the lead lapses", () => gate(), ({ id }) => setState(id, "lapsed")],
    [
      "when the lead is merged, whatever its own state",
      () => gate(),
      ({ id }) => changeAttribute(table, leadKey(fixture.firmId, id), "mergedInto", CHECK_ID),
    ],
    [
      "when the gate is enabled",
      () => gate({ index: "off" }),
      async ({ id }) => {
        await setState(id, "matches");
        await updateFirm({ conflict_gate: { enabled: true, required: "all" } });
      },
    ],
    [
      "when the gate requires more",
      () => gate({ required: "none" }),
      async ({ id }) => {
        await setState(id, "matches");
        await updateFirm({ conflict_gate: { required: "all" } });
      },
    ],
  ])("%s", async (_, before, change) => {
    for (const request of [book, hold]) {
      await before();
      const lead = await leadIn("cleared");
      const isChanged = changeBeforeWrite(() => change(lead));
      const response = await request({ lead_id: lead.id });
      expect([response.status, isChanged()]).toEqual([409, true]);
      expect(["conflict_not_cleared", "lead_merged"]).toContain(response.body.error.code);
    }
  });

  it("and made, when the lead is cleared anew by another check", async () => {
    const { id } = await leadIn("cleared");
    const isChanged = changeBeforeWrite(async () => {
      await setState(id, "lapsed");
      await changeAttribute(table, leadKey(fixture.firmId, id), "conflict", conflictIn("waived"));
    });
    expect([outcomeOf(await book({ lead_id: id })), isChanged()]).toEqual([201, true]);
  });
});

describe("staff", () => {
  it("move and cancel what is booked, whatever the state is", async () => {
    const { id: lead_id } = await leadIn("cleared");
    const { body } = await book({ lead_id });
    await setState(lead_id, "blocked");
    expect(outcomeOf(await patch(body.id, { start_at: atMinute(0) }))).toBe(200);
    expect(outcomeOf(await patch(body.id, { status: "canceled" }))).toBe(200);
  });
});
