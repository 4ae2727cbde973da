import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { CONFLICT_STATES } from "../../../shared/leads/clearance.contract.ts";
import type { ConflictState } from "../../../shared/leads/clearance.rules.ts";
import { leadKey } from "../../../shared/table/record-keys.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { conflictIn, setGate } from "../../support/conflict-gate.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { putLead } from "../../support/leads.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { changeAttribute } from "../../support/settings.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, updateFirm } = useBookingFixture(table);
const { newLink } = linkCalls(() => fixture);
const REFUSED = CONFLICT_STATES.filter((state) => state !== "cleared" && state !== "waived");

beforeAll(() => updateFirm(SELF_SERVICE));
beforeEach(() => setGate(table, fixture.firmId));

/** Returns the calls of a link of a lead in a state. */
const clientIn = async (state: ConflictState) => {
  const { id: leadId } = await putLead(table, fixture.firmId, { conflict: conflictIn(state) });
  const { token } = await newLink({ type: MEETING.key, attorney_id: fixture.attorney.id }, leadId);
  const become = (next: ConflictState) =>
    changeAttribute(table, leadKey(fixture.firmId, leadId), "conflict", conflictIn(next));
  return { ...byLink(token), become };
};

/** Returns all that a response tells a client, but the id of the request. */
const told = ({ status, headers, body }: ApiResponse) => {
  const { "x-request-id": _id, date: _date, ...shown } = headers;
  const text = JSON.stringify(body, (name, value) => (name === "request_id" ? "" : value));
  return JSON.stringify([status, Object.keys(shown).sort(), shown["content-type"], text]);
};

const NOT_READY = { code: "self_service_not_allowed", details: [{ field: "not_ready" }] };

describe("a link whose lead the firm has not cleared", () => {
  it("books nothing before every other rule, and says the same in every state", async () => {
    const answers: string[] = [];
    for (const state of REFUSED) {
      const client = await clientIn(state);
      const refused = [await client.book(atMinute(0)), await client.book("2020-01-01T00:00:00Z")];
      for (const each of refused) expect(each).toMatchObject({ status: 422, body: { error: NOT_READY } });
      answers.push(refused.map(told).join(), told(await client.availability()));
    }
    expect(new Set(answers).size).toBe(2);
    expect(answers.join()).not.toMatch(/conflict|clear|block|check|lapse|match|waive/i);
  });

  it("shows that nothing can be booked, and offers no start", async () => {
    const client = await clientIn("lapsed");
    expect((await client.state()).body.allowed).toEqual({ book: false, reschedule: false, cancel: false });
    expect((await client.availability()).body.data).toEqual([]);
    await client.become("waived");
    expect((await client.state()).body.allowed).toEqual({ book: true, reschedule: false, cancel: false });
    expect((await client.availability()).body.data).not.toEqual([]);
    expect((await client.book(atMinute(0))).status).toBe(201);
  });

  it("moves nothing, whatever the etag and the start, but repeats what was booked, and cancels", async () => {
    const client = await clientIn("cleared");
    const first = await client.book(atMinute(0));
    expect((await client.move(atMinute(60))).status).toBe(200);
    await client.become("blocked");
    const { body } = await client.state();
    expect(body.allowed).toEqual({ book: false, reschedule: false, cancel: true });
    expect((await client.availability()).body.data).toEqual([]);
    const stale = `"${"a".repeat(22)}"`;
    const moves = [
      await client.change({ start_at: atMinute(120) }, stale),
      await client.move("2020-01-01T00:00:00Z"),
      await client.book(atMinute(180)),
    ];
    for (const each of moves) expect(each).toMatchObject({ status: 422, body: { error: NOT_READY } });
    expect(await client.move(atMinute(60))).toMatchObject({ status: 200 });
    expect(await client.book(atMinute(60))).toMatchObject({ status: 201, body: { id: first.body.id } });
    expect(await client.cancel()).toMatchObject({ status: 200, body: { status: "canceled" } });
    expect((await client.move(atMinute(120))).status).toBe(404);
    expect((await client.move("tomorrow")).body.error.code).toBe("not_found");
  });

  it("names an invalid start first", async () => {
    const client = await clientIn("matches");
    expect((await client.book("tomorrow")).body.error.code).toBe("invalid_request");
  });

  it("is refused also when the gate or the lead changes before the write", async () => {
    for (const change of ["lapsed", "blocked"] as const) {
      const client = await clientIn("cleared");
      const isChanged = changeBeforeWrite(() => client.become(change));
      const refused = await client.book(atMinute(240));
      expect(isChanged()).toBe(true);
      expect(refused).toMatchObject({ status: 422, body: { error: NOT_READY } });
    }
  });

  it("with no clearance required, only says so of a blocked lead", async () => {
    await setGate(table, fixture.firmId, { required: "none" });
    const client = await clientIn("matches");
    expect((await client.state()).body.allowed.book).toBe(true);
    await client.become("blocked");
    expect((await client.state()).body.allowed.book).toBe(false);
    expect((await client.book(atMinute(0))).body.error).toMatchObject(NOT_READY);
  });

  it("comes before self-service, which is disabled", async () => {
    const client = await clientIn("matches");
    await updateFirm({ self_service: { enabled: false } });
    const refused = await client.book(atMinute(0));
    await updateFirm({ self_service: { enabled: true } });
    expect(refused.body.error).toMatchObject(NOT_READY);
  });
});

it("a link takes no more round trips with the gate than without", async () => {
  const callsOf = async () => {
    const client = await clientIn("cleared");
    const calls = await recordStoreCalls(() => client.book(atMinute(0)));
    const moves = await recordStoreCalls(() => client.move(atMinute(60)));
    await client.cancel();
    return [calls, moves];
  };
  await callsOf();
  const withGate = await callsOf();
  await setGate(table, fixture.firmId, { index: "off" });
  expect(withGate).toEqual(await callsOf());
});
