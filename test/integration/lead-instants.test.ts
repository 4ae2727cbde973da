import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createActivity } from "../../functions/activities/create-activity.ts";
import { handler as merge } from "../../functions/lead-merge/merge-lead.ts";
import { handler as archive } from "../../functions/leads/archive-lead.ts";
import { handler as getLead } from "../../functions/leads/get-lead.ts";
import { handler as unarchive } from "../../functions/leads/unarchive-lead.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { dueAttributes, REMINDER_SHARDS } from "../../shared/table/due-index.ts";
import { leadKey } from "../../shared/table/record-keys.ts";
import { connectTable } from "../../shared/table/table.ts";
import { captureLog } from "../support/capture-log.ts";
import { changeBeforeWrite } from "../support/changes-between-calls.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { putItems } from "../support/put-items.ts";
import { crashAtCall, interceptStoreCalls, type StoreCall } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { at, DUE, useLeadInstants } from "../support/use-lead-instants.ts";
import { sweepAt as sweepTable } from "../support/use-reminders.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
/** Reaches the store through the proxy, because its client connects only after the proxy has started. */
const lossy = connectTable();
const { fixture, send, book, sweepAt, storeLead, patchLead, toldOf, eventOf, listed } =
  useLeadInstants(table);
beforeEach(() => {
  captureLog();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const isWriteOf = ({ name, input }: StoreCall, id: string) =>
  name === "Update" && JSON.stringify(input.Key).includes(id);

const INSTANTS = [
  ["next contact", { nextContactAt: at(0) }, "contact_due"],
  ["deadline", { respondBy: at(0) }, "response_overdue"],
] as const;

describe("the next contact of a lead", () => {
  it("brings an event once, at its time and not before, and puts the lead among those that are due", async () => {
    const id = await storeLead({ stage: "qualified" });
    await patchLead(id, { next_contact_at: "2055-03-03T12:00:00+02:00" });
    await sweepAt(DUE - 30_000);
    expect([await toldOf(id), await listed(id, { due: "true" })]).toEqual([["updated"], false]);
    for (const seconds of [-1, 1, 60]) await sweepAt(DUE + seconds * 1_000);
    expect(await toldOf(id)).toEqual(["updated", "contact_due"]);
    const { parties: _, ...data } = (await send(getLead, { params: { id } })).body;
    expect(await eventOf(id, "lead.contact_due")).toMatchObject({
      created_at: at(0),
      sequence: 3,
      data,
      previous: {},
      actor: { type: "system", id: null },
    });
    expect(data).toMatchObject({ next_contact_at: at(0) });
    expect(await listed(id, { due: "true" })).toBe(true);
    expect(await listed(id, { awaiting: "true" })).toBe(false);
    await patchLead(id, { next_contact_at: null });
    expect(await listed(id, { due: "true" })).toBe(false);
  });

  it("brings none where it had passed when it was set, and one for each instant that is set anew", async () => {
    const id = await storeLead({});
    await patchLead(id, { next_contact_at: "2020-01-01T00:00:00Z" });
    expect(await listed(id, { due: "true" })).toBe(true);
    await sweepAt(DUE);
    for (const milliseconds of [0, 60_000]) {
      await patchLead(id, { next_contact_at: at(milliseconds) });
      expect(await listed(id, { due: "true" })).toBe(false);
      await sweepAt(DUE + milliseconds);
    }
    expect(await toldOf(id)).toEqual(["updated", "updated", "contact_due", "updated", "contact_due"]);
  });

  it("is refused by its name when it is no instant", async () => {
    const { status, body } = await patchLead(await storeLead({}), { next_contact_at: "tomorrow" });
    expect([status, body.error.details[0].field]).toEqual([422, "next_contact_at"]);
  });
});

describe("the deadline of a lead", () => {
  it("brings an event with who let it pass, and counts it", async () => {
    const assigneeId = fixture.attorney.id;
    const id = await storeLead({ respondBy: at(0), routingRule: "web", assigneeId });
    expect(await listed(id, { awaiting: "true", assignee: assigneeId })).toBe(true);
    await sweepAt(DUE + 5_900);
    await sweepAt(DUE + 60_000);
    expect(await toldOf(id)).toEqual(["response_overdue"]);
    expect(await eventOf(id, "lead.response_overdue")).toMatchObject({
      data: { respond_by: at(0), overdue_count: 1 },
      previous: { overdue_count: 0 },
      rule: "web",
      assignee_id: assigneeId,
      late_seconds: 5,
    });
    expect(await listed(id, { awaiting: "true" })).toBe(true);
  });

  it.each(["archive", "terminal stage"])("does not let a lead in the %s await anybody", async (place) => {
    const id = await storeLead({ respondBy: at(0) });
    await (place === "archive" ? send(archive, { params: { id } }) : patchLead(id, { status: "lost" }));
    expect(await listed(id, { awaiting: "true" })).toBe(false);
    expect(await listed(id, { awaiting: "true", archived: "true" })).toBe(false);
    await (place === "archive" ? send(unarchive, { params: { id } }) : patchLead(id, { status: "new" }));
    expect(await listed(id, { awaiting: "true" })).toBe(true);
  });

  it("lets nobody await in a stage that has become terminal since the lead was written", async () => {
    const id = await storeLead({ respondBy: at(0), stage: "lost" });
    expect(await listed(id, { awaiting: "true" })).toBe(false);
  });

  it("ends with a booking, in the same write", async () => {
    const id = await storeLead({ respondBy: at(0) });
    expect((await book({ lead_id: id })).status).toBe(201);
    await sweepAt(DUE);
    const event = await eventOf(id, "lead.updated");
    expect(event).toMatchObject({
      data: { respond_by: null, overdue_count: 0 },
      previous: { respond_by: at(0) },
    });
    expect([await toldOf(id), await listed(id, { awaiting: "true" })]).toEqual([["updated"], false]);
  });

  it("brings no event after the answer that recorded a contact, between the sweep's read and its write", async () => {
    const id = await storeLead({ respondBy: at(0) });
    const body = { kind: "call", direction: "out", outcome: "reached" };
    const isContacted = changeBeforeWrite(
      async () => expect((await send(createActivity, { params: { id }, body })).status).toBe(201),
      (call) => isWriteOf(call, id),
    );
    await sweepAt(DUE);
    jest.restoreAllMocks();
    await sweepAt(DUE + 60_000);
    expect(isContacted()).toBe(true);
    expect(await toldOf(id)).not.toContain("response_overdue");
    expect(await listed(id, { awaiting: "true" })).toBe(false);
  });

  it.each(["before", "after"])("passes %s a booking, whichever is written first", async (when) => {
    const id = await storeLead({ respondBy: at(0) });
    const booked = async () => expect((await book({ lead_id: id })).status).toBe(201);
    const isRaced =
      when === "before"
        ? changeBeforeWrite(() => sweepAt(DUE))
        : changeBeforeWrite(booked, (call) => isWriteOf(call, id));
    await (when === "before" ? booked() : sweepAt(DUE));
    jest.restoreAllMocks();
    await sweepAt(DUE + 60_000);
    expect(isRaced()).toBe(true);
    expect(await toldOf(id)).toEqual(when === "before" ? ["response_overdue", "updated"] : ["updated"]);
    const { body } = await send(getLead, { params: { id } });
    expect(body.respond_by).toBeNull();
  });
});

describe.each(INSTANTS)("the %s of a lead", (_, instant, type) => {
  it("brings one event when several sweeps have all read it", async () => {
    const id = await storeLead(instant);
    const sweeps = 4;
    let writing = 0;
    let release = () => {};
    const allHaveRead = new Promise<void>((resolve) => {
      release = resolve;
    });
    interceptStoreCalls(async (call) => {
      if (isWriteOf(call, id) && ++writing === sweeps) release();
      if (isWriteOf(call, id)) await allHaveRead;
      return call.send();
    });
    await Promise.all(Array.from({ length: sweeps }, () => sweepAt(DUE)));
    expect(await toldOf(id)).toEqual([type]);
  });

  it.each([1, 2])("brings one event when the answer to its write is lost %i times", async (tries) => {
    const id = await storeLead(instant);
    store.loseAnswers(1, tries);
    await sweepTable(lossy, DUE);
    expect(await toldOf(id)).toEqual([type]);
  });

  it.each(["before", "after"] as const)(
    "brings one event when the sweep crashes %s any call",
    async (when) => {
      const id = await storeLead(instant);
      // Ten queries, then a read and the write of the record, which a sweep skips if they fail.
      for (let nth = 0; nth < 12; nth++) {
        const spy = crashAtCall(nth, when);
        const crashed = sweepAt(DUE);
        await (nth < 10 ? expect(crashed).rejects.toThrow("crashed") : crashed);
        spy.mockRestore();
      }
      await sweepAt(DUE + 30_000);
      expect(await toldOf(id)).toEqual([type]);
    },
  );

  it("comes although another lead cannot be read, and a third one not be written", async () => {
    const [unwritable, id] = [await storeLead(instant), await storeLead(instant)];
    const unreadable = {
      ...leadKey(fixture.firmId, newRecordId(1)),
      ...dueAttributes("00", DUE, REMINDER_SHARDS),
    };
    await putItems(table, [unreadable]);
    interceptStoreCalls((call) => {
      if (isWriteOf(call, unwritable)) throw new Error("no luck");
      return call.send();
    });
    await sweepAt(DUE);
    jest.restoreAllMocks();
    expect([await toldOf(unwritable), await toldOf(id)]).toEqual([[], [type]]);
  });

  it.each<[string, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>, boolean]>([
    [
      "is archived",
      (id) => send(archive, { params: { id } }),
      (id) => send(unarchive, { params: { id } }),
      false,
    ],
    [
      "is in a terminal stage",
      (id) => patchLead(id, { status: "lost" }),
      (id) => patchLead(id, { status: "new" }),
      false,
    ],
    ["has another name", (id) => patchLead(id, { first_name: "Eve" }), async () => {}, true],
  ])("brings an event as the lead is then: it %s", async (_name, leave, comeBack, comes) => {
    const id = await storeLead(instant);
    const isChanged = changeBeforeWrite(
      () => leave(id),
      (call) => isWriteOf(call, id),
    );
    await sweepAt(DUE);
    jest.restoreAllMocks();
    await comeBack(id);
    await sweepAt(DUE + 60_000);
    expect(isChanged()).toBe(true);
    expect((await toldOf(id)).includes(type)).toBe(comes);
  });

  it("brings none later when it passed in the archive, before a sweep found it", async () => {
    const id = await storeLead({
      ...("respondBy" in instant ? { respondBy: PAST } : { nextContactAt: PAST }),
      archived: true,
    });
    await send(unarchive, { params: { id } });
    await sweepAt(DUE);
    expect(await toldOf(id)).toEqual(["updated"]);
  });

  it("moves to no other lead with a merge, but for an earlier next contact", async () => {
    const [id, from] = [await storeLead({}), await storeLead(instant)];
    expect((await send(merge, { params: { id }, body: { from } })).status).toBe(200);
    await sweepAt(DUE);
    expect(await toldOf(from)).toEqual(["archived"]);
    expect(await toldOf(id)).toEqual(type === "contact_due" ? ["merged", type] : ["merged"]);
  });
});

const PAST = "2026-01-01T00:00:00.000Z";

it("both instants of a lead bring their events in one sweep, in their order", async () => {
  const id = await storeLead({ respondBy: at(-1_000), nextContactAt: at(-2_000) });
  await sweepAt(DUE);
  expect(await toldOf(id)).toEqual(["contact_due", "response_overdue"]);
});
