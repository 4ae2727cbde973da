import { describe, expect, it } from "@jest/globals";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { handler as archiveLead } from "../../functions/leads/archive-lead.ts";
import { times } from "../support/booking-fixture.ts";
import { eventPublisher } from "../support/erasure-fixture.ts";
import type { ApiResponse } from "../support/http-call.ts";
import { useMergeFixture } from "../support/merge-fixture.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, erase, send, newLead, stored, shown, patch, merge, book, deliver, expectConsistentLeads } =
  useMergeFixture(table);

const outcomeOf = ({ status, body }: ApiResponse): string => body.error?.code ?? String(status);
const outcomes = (responses: readonly ApiResponse[]) => new Set(responses.map(outcomeOf));
const expectOnly = (responses: readonly ApiResponse[], allowed: readonly string[]) =>
  expect(allowed).toEqual(expect.arrayContaining([...outcomes(responses)]));

/** Returns the events of all leads of the firm, or the history of one. */
const events = async (query: Record<string, string> = {}): Promise<unknown[]> =>
  (await send(listEvents, { query: { ...query, limit: "100" } })).body.data;

/** Returns the lead that remains of one, as a caller finds it. */
const survivorOf = async (id: string): Promise<string> => (await shown(id)).merged_into ?? id;

describe("ten requests at once", () => {
  it("merge one lead: it is merged once, and all are answered alike", async () => {
    const [target, other] = [await newLead({ phone: "" }), await newLead({ phone: "+12125550123" })];
    await book(other);
    const responses = await Promise.all(times(10, () => merge(target, other)));
    expect(outcomes(responses)).toEqual(new Set(["200"]));
    const after = await shown(target);
    for (const { body } of responses) expect(body).toEqual(after);
    expect(await stored(target)).toMatchObject({ revision: 2, mergedLeadIds: [other] });
    await expectConsistentLeads();
  });

  it("merge two leads into each other: one of them remains", async () => {
    const [one, other] = [await newLead(), await newLead()];
    await book(one);
    await book(other);
    const responses = await Promise.all(
      times(10, (n) => (n % 2 === 0 ? merge(one, other) : merge(other, one))),
    );
    expect(outcomes(responses)).toEqual(new Set(["200", "lead_merged"]));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    await expectConsistentLeads();
  });

  it("merge, book, deliver and change: everything ends at the lead that remains", async () => {
    const { leadId: other } = (await deliver("42")).body;
    const target = await newLead();
    const requests = [
      () => merge(target, other),
      () => book(other),
      () => book(target),
      (n: number) => deliver("42", { firstName: `Grace ${n}` }),
      (n: number) => patch(other, { last_name: `Hopper ${n}` }),
    ];
    const responses = await Promise.all(times(10, (n) => Object(requests[n % 5])(n)));
    expectOnly(responses, ["200", "201", "lead_merged"]);
    expect(await survivorOf(other)).toBe(target);
    expect((await deliver("42", { firstName: "Last" })).body).toMatchObject({ leadId: target });
    await expectConsistentLeads();
    await eventPublisher(table, [firm]).publish();
    const [log, history, ofMerged] = [
      await events(),
      await events({ lead: target }),
      await events({ lead: other }),
    ];
    expect(history).toEqual(log);
    expect(ofMerged.length).toBeGreaterThan(0);
    expect(log).toEqual(expect.arrayContaining(ofMerged));
  });

  it("merge six leads in any order, among bookings, deliveries and changes", async () => {
    const random = randomNumbers(1);
    const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
    const delivered = (await Promise.all(["1", "2"].map((id) => deliver(id)))).map(
      ({ body }) => body.leadId as string,
    );
    const leads = [...delivered, ...(await Promise.all(times(4, () => newLead())))];
    const requests = [
      () => merge(pick(leads), pick(leads)),
      () => merge(pick(leads), pick(leads)),
      () => book(pick(leads)),
      (n: number) => deliver(pick(["1", "2"]), { firstName: `Grace ${n}` }),
      (n: number) => patch(pick(leads), { last_name: `Hopper ${n}` }),
      () => send(archiveLead, { params: { id: pick(leads) } }),
    ];
    for (const _ of times(2, () => null)) {
      const responses = await Promise.all(times(10, (n) => Object(pick(requests))(n)));
      expectOnly(responses, ["200", "201", "lead_merged", "invalid_request"]);
      await expectConsistentLeads();
    }
    for (const [index, id] of delivered.entries())
      expect((await deliver(String(index + 1))).body.leadId).toBe(await survivorOf(id));
  });

  it("merge and erase: every lead that is merged with an erased one is erased", async () => {
    const { leadId } = (await deliver("42")).body;
    const leads: string[] = [leadId, ...(await Promise.all(times(3, () => newLead())))];
    const pairs = leads.flatMap((one) => leads.map((other) => [one, other] as const));
    const erasing = erase(leadId);
    const responses = await Promise.all([
      ...pairs.map(([one, other]) => merge(one, other)),
      ...times(4, (n) => book(String(leads[n]))),
    ]);
    await erasing;
    expectOnly(responses, ["200", "201", "lead_merged", "invalid_request", "not_found"]);
    const survivor = await survivorOf(leadId);
    for (const id of leads) {
      const isOne = (await survivorOf(id)) === survivor;
      expect((await stored(id))?.erasure !== undefined).toBe(isOne);
    }
    expect((await deliver("42")).body).toEqual({ status: "ignored" });
    await expectConsistentLeads();
  });
});
