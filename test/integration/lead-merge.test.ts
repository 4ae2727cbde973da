import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { handler as archiveConsultation } from "../../functions/consultations/archive-consultation.ts";
import { handler as getConsultation } from "../../functions/consultations/get-consultation.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { eventPublisher } from "../support/erasure-fixture.ts";
import { listInboundDeliveries } from "../support/ingestion.ts";
import { useMergeFixture } from "../support/merge-fixture.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, send, newLead, stored, shown, merge, book, deliver, expectConsistentLeads } =
  useMergeFixture(table);
afterEach(() => {
  jest.restoreAllMocks();
});
const shownInEvents = async (id: string) => {
  const { parties: _, ...lead } = await shown(id);
  return lead;
};
const consultation = async (id: string) => (await send(getConsultation, { params: { id } })).body;

describe("the events of a merge", () => {
  const eventsAfter = async (change: () => Promise<unknown>) => {
    const publisher = eventPublisher(table, [firm]);
    await publisher.publish();
    const before = publisher.details().length;
    await change();
    await publisher.publish();
    const seen = new Set(
      publisher
        .details()
        .slice(0, before)
        .map(({ id }) => id),
    );
    return publisher.details().filter(({ id }) => !seen.has(id));
  };

  it("are lead.merged, lead.archived, and consultation.updated for each that moved", async () => {
    const [target, other] = [await newLead({ phone: "" }), await newLead({ phone: "+12125550123" })];
    const [open, hidden] = [(await book(other)).body.id, (await book(other)).body.id];
    await send(archiveConsultation, { params: { id: hidden } });
    const events = await eventsAfter(() => merge(target, other));
    const byRecord = new Map(events.map((event) => [Object(event.data).id, event]));
    expect(events).toHaveLength(4);
    expect(byRecord.get(target)).toMatchObject({
      type: "lead.merged",
      data: await shownInEvents(target),
      previous: { phone: "", last_activity_at: expect.any(String) },
      merged_from: other,
      sequence: 2,
      actor: { type: "api_key" },
    });
    expect(byRecord.get(other)).toMatchObject({
      type: "lead.archived",
      data: await shownInEvents(other),
      previous: { archived: false, merged_into: null },
    });
    for (const id of [open, hidden])
      expect(byRecord.get(id)).toMatchObject({
        type: "consultation.updated",
        data: await consultation(id),
        previous: { lead_id: other },
      });
    expect(events.filter((event) => "merged_from" in event)).toHaveLength(1);
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
  });

  it("are only lead.merged for an archived lead, and nothing for the leads merged into it before", async () => {
    const [target, other, earlier] = [await newLead(), await newLead({ archived: true }), await newLead()];
    await merge(other, earlier);
    const events = await eventsAfter(() => merge(target, other));
    expect(events.map(({ type, data, previous }) => [type, Object(data).id, previous])).toEqual([
      ["lead.merged", target, {}],
    ]);
    expect(await eventsAfter(() => merge(target, other))).toEqual([]);
  });
});

it("a delivery for a merged lead changes the remaining lead, which its answer and the stored delivery name", async () => {
  const { leadId } = (await deliver("42")).body;
  const [second, target] = [await newLead(), await newLead({ email: "", phone: "" })];
  await merge(second, leadId);
  await merge(target, second);
  const before = await stored(leadId);
  const { status, body } = await deliver("42", { firstName: "Eve" });
  expect([status, body]).toEqual([200, { status: "updated", leadId: target, externalId: "42" }]);
  expect(await shown(target)).toMatchObject({ first_name: "Eve" });
  expect(await stored(leadId)).toEqual(before);
  const [delivery] = await listInboundDeliveries(firm.apiKey, firm.source.id);
  expect(delivery).toMatchObject({ lead_id: target, outcome: "updated" });
  expect(await shown(leadId)).toMatchObject({ merged_into: target });
  await expectConsistentLeads();
});

describe("a merge whose lead is booked meanwhile", () => {
  it("reads again, and also moves that booking", async () => {
    const [target, other] = [await newLead(), await newLead()];
    await book(other);
    let late = "";
    changeBeforeWrite(async () => {
      late = (await book(other)).body.id;
    });
    expect((await merge(target, other)).status).toBe(200);
    expect(await consultation(late)).toMatchObject({ lead_id: target });
    await expectConsistentLeads();
  });

  it("is noticed by the booking, which is refused and writes nothing", async () => {
    const [target, other] = [await newLead(), await newLead()];
    changeBeforeWrite(() => merge(target, other));
    expect(await book(other)).toMatchObject({ status: 409, body: { error: { code: "lead_merged" } } });
    await expectConsistentLeads();
  });

  it("reads again when the lead is merged the other way round", async () => {
    const [target, other] = [await newLead(), await newLead()];
    changeBeforeWrite(() => merge(other, target));
    expect(await merge(target, other)).toMatchObject({
      status: 409,
      body: { error: { code: "lead_merged" } },
    });
    await expectConsistentLeads();
  });
});

describe("a merge that is repeated while it is written", () => {
  /**
   * Answers the first batch with the lead from before the change and the rest from after it: a batch is no snapshot.
   */
  const readAcross = (target: string, change: () => Promise<unknown>) => {
    let isDone = false;
    interceptStoreCalls(async ({ name, send: forward }) => {
      if (name !== "BatchGet" || isDone) return forward();
      isDone = true;
      const items = async () => Object(await forward()).Responses[table.name] as Record<string, unknown>[];
      const before = await items();
      await change();
      const after = await items();
      const read = [...before.filter(({ sk }) => sk === target), ...after.filter(({ sk }) => sk !== target)];
      return { Responses: { [table.name]: read } };
    });
  };

  it("answers with the lead as the merge has left it, never half of it", async () => {
    const [target, other] = [await newLead({ phone: "" }), await newLead({ phone: "+12125550123" })];
    let first: unknown;
    readAcross(target, async () => {
      first = (await merge(target, other)).body;
    });
    expect(await merge(target, other)).toMatchObject({ status: 200, body: { phone: "+12125550123" } });
    expect((await merge(target, other)).body).toEqual(first);
  });
});

describe("a merge while the indexes lag behind", () => {
  /** Leaves the newest consultation out of so many queries of the index. */
  const lag = (times: number) => {
    let left = times;
    interceptStoreCalls(async ({ name, input, send: forward }) => {
      const answer = (await forward()) as { Items?: unknown[] };
      return name === "Query" && input.IndexName === "byLead" && left-- > 0
        ? { ...answer, Items: answer.Items?.slice(0, -1) }
        : answer;
    });
  };

  it("waits for the consultation that the indexes lack", async () => {
    const [target, other] = [await newLead(), await newLead()];
    const ids = [(await book(other)).body.id, (await book(other)).body.id];
    lag(3);
    expect((await merge(target, other)).status).toBe(200);
    for (const id of ids) expect(await consultation(id)).toMatchObject({ lead_id: target });
    await expectConsistentLeads();
  });

  it("gives up before the deadline, without having written anything", async () => {
    const [target, other] = [await newLead(), await newLead()];
    await book(other);
    lag(1_000);
    const items = [await stored(target), await stored(other)];
    const response = await merge(target, other, { getRemainingTimeInMillis: () => 6_000 });
    expect(response).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    expect([await stored(target), await stored(other)]).toEqual(items);
  });
});
