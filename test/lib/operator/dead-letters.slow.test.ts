import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { v4 } from "uuid";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { type Item, leadKey } from "../../../shared/table/record-keys.ts";
import { changeAt } from "../../support/changes.ts";
import {
  breakSettings,
  countVisible,
  deadLettersOf,
  putDiscardedBatch,
  recordOf,
  sendDeadLetters,
} from "../../support/dead-letters.ts";
import { newEvent } from "../../support/events.ts";
import { newFirm } from "../../support/firms.ts";
import { useHostedService } from "../../support/hosted-service.ts";
import { newLead, putLead, readStoredLead } from "../../support/leads.ts";
import { runForRows } from "../../support/operator.ts";

const hosted = useHostedService();

let firmId: FirmId;
beforeEach(async () => {
  ({ firmId } = await newFirm(hosted().table));
});

const list = (...input: string[]) => runForRows("dead-letters list", ...input);
const drop = (...input: string[]) => runForRows("dead-letters drop", ...input);
const replay = (...input: string[]) => runForRows("dead-letters replay", ...input);

const CONFIRMED = ["--confirm", "dead-letters"];

const eventLetter = (leadId: string) => {
  const event = newEvent({ data: { id: leadId, first_name: "Dana Confidential" } });
  return JSON.stringify({ "detail-type": event.type, detail: { ...event, firm_id: firmId } });
};

const storeLead = async (changes: Item = {}) => {
  const item: Item = { ...leadToItem(firmId, newLead(), changeAt(Date.now())), ...changes };
  const { client, name: TableName } = hosted().table;
  await client.send(new PutCommand({ TableName, Item: item }));
  return item;
};

const ERASED = { erasure: { at: "2026-11-20T00:00:00.000Z", changeId: newRecordId(Date.now()) } };

const discard = (...records: object[]) => putDiscardedBatch(records);

describe("dead-letters list", () => {
  it("finds each of hundreds of dead letters once, and leaves them visible", async () => {
    const count = 300;
    await sendDeadLetters(...Array.from({ length: count }, () => eventLetter(v4())));
    const { rows } = await list();
    expect(new Set(rows.map(({ id }) => id)).size).toBe(count);
    expect(rows).toHaveLength(count);
    expect(rows[0]).toMatchObject({ firm_id: firmId, event_type: "lead.created", received: 1 });
    expect(JSON.stringify(rows)).not.toMatch(/Dana/);
    expect(await countVisible()).toBe(count);
    expect((await list()).rows).toHaveLength(count);
    await drop(...CONFIRMED);
    expect(await countVisible()).toBe(0);
  });

  it("lists malformed dead letters, which can only be dropped", async () => {
    const event = JSON.stringify({ detail: { id: 1, data: {} } });
    const bodies = ["{", "null", '{"reason":1}', '{"requestContext":{"condition":"x"}}', event];
    await sendDeadLetters(...bodies);
    const { rows } = await list();
    expect(rows.map(({ reason, firm_id }) => [reason, firm_id])).toEqual(
      bodies.map(() => ["malformed", null]),
    );
    const [first] = rows;
    expect(await replay("--id", String(first?.id))).toMatchObject({
      rows: [{ result: "refused" }],
      error: `not replayed, and kept: ${first?.id}`,
    });
    expect((await drop(...CONFIRMED)).rows).toHaveLength(bodies.length);
    expect((await list()).rows).toEqual([]);
  });
});

describe("dead-letters drop", () => {
  it("is a dry run unless it is confirmed, and drops what is selected", async () => {
    const [lead, other] = [v4(), v4()];
    await sendDeadLetters(eventLetter(lead), eventLetter(other));
    expect((await drop()).rows.map(({ result }) => result)).toEqual(Array(2).fill("would be dropped"));
    expect((await drop("--confirm", lead)).error).toMatch('--confirm must repeat "dead-letters"');
    expect((await list()).rows).toHaveLength(2);

    const dropped = await drop("--lead", lead.toUpperCase(), ...CONFIRMED);
    expect(dropped.rows).toMatchObject([{ lead_id: lead, result: "dropped" }]);
    const [left, ...others] = (await list()).rows;
    expect([left?.lead_id, others]).toEqual([other, []]);
    await drop("--id", String(left?.id), ...CONFIRMED);
    expect(await countVisible()).toBe(0);
  });

  it("names ids that do not exist", async () => {
    expect((await drop("--id", "missing", ...CONFIRMED)).error).toMatch("no such dead letters: missing");
  });

  it("keeps a batch that also holds other leads", async () => {
    const [erased, other] = [await storeLead(), await storeLead()];
    const key = await discard(recordOf(erased), recordOf(other));
    const dropErased = (...input: string[]) => drop("--lead", String(erased.sk), ...input);
    const kept = Array(2).fill(expect.objectContaining({ id: key, result: "kept" }));
    const hint = jest.spyOn(console, "error").mockImplementation(() => {});
    expect(await dropErased()).toEqual({ rows: kept, error: null });
    expect(hint.mock.calls).toEqual([["Nothing was changed: add --confirm dead-letters to do it."]]);
    const { rows, error } = await dropErased(...CONFIRMED);
    expect(rows).toEqual(kept);
    expect(error).toMatch(`also hold others: ${key}; replay them`);
    expect((await list()).rows).toHaveLength(2);
    await drop(...CONFIRMED);
    expect((await list()).rows).toEqual([]);
  });
});

describe("a batch with a malformed record", () => {
  const dropBatch = (...input: string[]) => drop(...input, ...CONFIRMED);

  it.each<[string, string, (key: string, lead: string) => string[]]>([
    ["kept", "for a lead", (_key, lead) => ["--lead", lead]],
    ["kept", "for a firm", () => ["--firm", firmId]],
    ["dropped", "by its id", (key) => ["--id", key]],
    ["dropped", "for a lead by its id", (key, lead) => ["--lead", lead, "--id", key]],
    ["dropped", "of everything", () => []],
  ])("is %s by a drop %s", async (result, _what, selection) => {
    const lead = await storeLead();
    const key = await discard(recordOf(lead), recordOf(await storeLead()), { dynamodb: {} });
    const { rows, error } = await dropBatch(...selection(key, String(lead.sk)));
    expect(rows).toMatchObject([{ id: key, reason: "malformed", result }]);
    const named = `kept, since they are malformed and may hold others: ${key}; drop them by --id`;
    expect(error).toBe(result === "kept" ? named : null);
    expect((await list()).rows).toHaveLength(result === "kept" ? 1 : 0);
    await dropBatch();
  });
});

describe("dead-letters replay", () => {
  it("keeps a change whose cause is not removed, and says so", async () => {
    const repair = await breakSettings(hosted().table, firmId);
    await putLead(hosted().table, firmId);
    await deadLettersOf(firmId);
    const { rows, error } = await replay();
    expect(rows.map(({ result }) => result)).toEqual(["replayed", "returned"]);
    expect(error).toMatch(`not replayed, and kept: ${rows.at(-1)?.id}`);
    await repair();
    expect((await replay()).error).toBeNull();
    await deadLettersOf(firmId, 0);
  });

  it("refuses a change of an erased lead, and a change that has only its keys", async () => {
    const before = await storeLead();
    await storeLead({ ...before, ...ERASED });
    const { NewImage: _, ...keysOnly } = recordOf(before).dynamodb;
    const letters = [recordOf(before), { dynamodb: keysOnly }];
    await sendDeadLetters(...letters.map((record) => JSON.stringify({ reason: "Error: x", record })));
    const { rows, error } = await replay();
    expect(rows.map(({ result, note }) => [result, note])).toEqual([
      ["refused", expect.stringContaining("erased lead")],
      ["refused", expect.stringContaining("only its keys")],
    ]);
    expect(error).toMatch(`not replayed, and kept: ${rows.map(({ id }) => id).join(" ")}`);
    const dropped = await drop("--lead", String(before.sk), ...CONFIRMED);
    expect(dropped.rows).toHaveLength(2);
  });

  it("publishes the erasure itself, and a batch without the changes of erased leads", async () => {
    const [before, other] = [await storeLead(), await storeLead()];
    const after = { ...before, ...ERASED };
    await storeLead(after);
    await discard(recordOf(before), recordOf(other), recordOf(after));
    const { rows, error } = await replay();
    expect(error).toBeNull();
    expect(rows).toEqual(
      Array(3).fill(
        expect.objectContaining({ result: "replayed", note: "without 1 changes of erased leads" }),
      ),
    );
    expect((await list()).rows).toEqual([]);
  });

  it("refuses a change of a firm that no longer exists", async () => {
    const item = { ...(await storeLead()), ...leadKey(v4() as FirmId, v4()) };
    const record = recordOf(item);
    await sendDeadLetters(JSON.stringify({ reason: "Error: x", record }));
    expect((await replay()).rows).toMatchObject([{ result: "refused" }]);
    expect(await readStoredLead(hosted().table, firmId, String(item.sk))).toBeUndefined();
    await drop(...CONFIRMED);
  });
});
