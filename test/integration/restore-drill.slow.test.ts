import { DeleteTableCommand } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { handler as updateConsultation } from "../../functions/consultations/update-consultation.ts";
import { handler as createKey } from "../../functions/keys/create-key.ts";
import { handler as deleteKey } from "../../functions/keys/delete-key.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { continueLogs } from "../../lib/operator/continue-logs.ts";
import { connectEventBus } from "../../shared/events/event-bus.ts";
import { eventsAfter, latestPosition } from "../../shared/events/event-log.store.ts";
import { connectDeadLetters } from "../../shared/events/failed-records.ts";
import { publishChanges } from "../../shared/events/publish-changes.ts";
import { batchesOf } from "../../shared/runtime/collections.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { captureLog } from "../support/capture-log.ts";
import { eventPublisher, PERSON, personalItems, runErasure } from "../support/erasure-fixture.ts";
import { captureBus } from "../support/event-bus.ts";
import { runCommand, runForJson } from "../support/operator.ts";
import { itemText, scanItems } from "../support/scan-table.ts";
import { readStreamRecords } from "../support/table-stream.ts";
import { declaredResources, useTable } from "../support/test-table.ts";
import { minutesBefore, START, sweepAt, useReminders } from "../support/use-reminders.ts";

const table = useTable({ stream: true });
const restored = { client: table.client, name: `${table.name}-restored` };
const { fixture, send, bookWith } = useReminders(table);

beforeAll(async () => {
  const [declared] = Object.values(declaredResources("AWS::DynamoDB::Table"));
  await createTable(table.client, declared?.Properties, restored.name, { stream: true });
});
afterAll(() => table.client.send(new DeleteTableCommand({ TableName: restored.name })));

/** Copies the items of this instant, as a restore does. */
const restore = async () => {
  const puts = (await scanItems(table)).map((Item) => ({ PutRequest: { Item } }));
  for (const batch of batchesOf(puts, 25))
    await table.client.send(new BatchWriteCommand({ RequestItems: { [restored.name]: batch } }));
};

/** Runs the publisher on the restored table, which reads its stream from the beginning. */
const publishRestored = async () => {
  const dependencies = {
    table: restored,
    bus: connectEventBus("bus"),
    deadLetters: connectDeadLetters("https://sqs.invalid/dead-letters"),
    now: Date.now,
  };
  const changes = (await readStreamRecords(restored)).filter(
    ({ dynamodb }) => dynamodb?.NewImage?.changeId && isLater(dynamodb.NewImage.changeId.S ?? ""),
  );
  await runInvocation({ function: "publish-events" }, () => publishChanges(dependencies, changes));
};

/** The copy of this test writes each item anew, which a restore does not put into the stream. */
let copied: ReadonlySet<string>;
const isLater = (changeId: string) => !copied.has(changeId);

const idsAfter = async (position: number) => {
  const query = { limit: 100, matches: () => true, nowMilliseconds: Date.now() };
  const { events } = await eventsAfter(restored, fixture.firmId, position, query);
  return events.map(({ id }) => id);
};

it("after a restore, what was erased, revoked and canceled since stays so, and everything else goes on", async () => {
  captureLog();
  const { firmId } = fixture;
  const publisher = eventPublisher(table, [fixture]);
  const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString();
  const canceled = await bookWith([60]);
  const kept = await bookWith([60], { start_at: at(2) });
  const { body: lead } = await send(createLead, {
    body: { first_name: PERSON.firstName, last_name: PERSON.lastName, email: PERSON.email, source: "web" },
  });
  expect(lead.error).toBeUndefined();
  const { body: key } = await send(createKey, { body: { name: "CRM", scopes: ["leads:read"] } });
  await publisher.publish();
  const instant = await latestPosition(table, firmId, Date.now());
  await restore();
  copied = new Set((await scanItems(restored)).map(({ changeId }) => String(changeId)));

  await send(updateConsultation, { params: { id: canceled }, body: { status: "canceled" } });
  expect((await send(deleteKey, { params: { id: key.id } })).status).toBe(204);
  await runErasure(table, { firmId, leadId: lead.id }, publisher.publish);
  await publisher.publish();
  const readerPosition = await latestPosition(table, firmId, Date.now());
  expect(readerPosition).toBeGreaterThan(instant);

  // All paused: nothing runs. The operator repeats what the comparison lists.
  expect(await continueLogs(table, restored)).toBe(1);
  expect(await continueLogs(table, restored)).toBe(0);
  const compare = (): Promise<Record<string, string | null>[]> =>
    runForJson(table, "backup compare", "--to", restored.name);
  const findings = await compare();
  const finding = (kind: string, id: string, change: string, command: string | null) => ({
    firm_id: firmId,
    kind,
    id,
    change,
    repeat: command && `${command} ${firmId} ${id}`,
  });
  expect(findings).toHaveLength(4);
  expect(findings).toEqual(
    expect.arrayContaining([
      finding("consultation", canceled, "canceled", "consultation cancel"),
      finding("key", key.id, "revoked", "key revoke"),
      finding("lead", lead.id, "erased", "lead erase"),
      finding("events", firmId, "lost", null),
    ]),
  );
  expect(JSON.stringify(findings)).not.toMatch(
    new RegExp(Object.values(PERSON).join("|").replace("+", "\\+"), "i"),
  );
  for (const { kind, repeat } of findings)
    if (repeat !== null && kind !== "lead") await runCommand(restored, repeat ?? "", "--confirm", firmId);
  expect((await scanItems(restored)).map(itemText).join()).not.toContain(key.id);

  // All but the publisher: an erasure needs its events.
  const bus = captureBus();
  await runErasure(restored, { firmId, leadId: lead.id }, publishRestored);
  expect(await personalItems(restored)).toEqual([]);
  expect((await compare()).map(({ kind }) => kind)).toEqual(["events"]);

  // Unpaused: the sweep lets come what is due.
  await sweepAt(restored, minutesBefore(60));
  await sweepAt(restored, minutesBefore(60, START + 2 * 3_600_000));
  await publishRestored();
  const told = new Map<string, { type: string; data: { id: string } }>(
    bus.details().map((event) => [event.id, event]),
  );
  const typesOf = (id: string) =>
    [...told.values()].filter(({ data }) => data.id === id).map(({ type }) => type);
  expect(typesOf(canceled)).toEqual(["consultation.canceled"]);
  expect(typesOf(kept)).toEqual(["consultation.reminder_due"]);
  expect(typesOf(lead.id)).toEqual(["lead.updated"]);
  expect(told.size).toBe(3);
  expect(JSON.stringify([...told.values()])).not.toContain(PERSON.email);

  // A reader that goes on from the old table, and one that stopped before the instant, miss none of them.
  expect((await idsAfter(readerPosition)).sort()).toEqual([...told.keys()].sort());
  expect((await idsAfter(instant)).sort()).toEqual([...told.keys()].sort());
});
