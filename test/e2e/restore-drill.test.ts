import { setTimeout as sleep } from "node:timers/promises";
import {
  DescribeContinuousBackupsCommand,
  ListTagsOfResourceCommand,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
} from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, jest } from "@jest/globals";
import { createTable } from "../../lib/local/dynamodb/create-table.ts";
import { latestPosition } from "../../shared/events/event-log.store.ts";
import { batchesOf } from "../../shared/runtime/collections.ts";
import { dueAttributes } from "../../shared/table/due-index.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import { bookingBody, createBookingFixture, ROUND_THE_CLOCK } from "../support/consultations.ts";
import { PERSON, personalItems, runErasure } from "../support/erasure-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addMember } from "../support/firms.ts";
import { useHostedStages } from "../support/hosted-stages.ts";
import { runCommand, runForJson } from "../support/operator.ts";
import { scanItems } from "../support/scan-table.ts";
import { answerCommands } from "../support/simulated-backups.ts";
import { declaredResources } from "../support/test-table.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import { storeWebhook } from "../support/webhooks.ts";

const { deploy, published } = useHostedStages();
useReceivers();
jest.setTimeout(1_200_000);

const RESTORED = "intake-restored";
const MINUTE = 60_000;
/** The time until the reminders, which must not have passed when the consultation is booked. */
const DUE_MILLISECONDS = 20_000;
/** Several sweeps, and the time in which an event reaches its endpoint. */
const QUIET_MILLISECONDS = 2_000;

/** Makes DynamoDB restore these items, without stream and expiry. */
const simulateRestore = (table: Parameters<typeof scanItems>[0], items: readonly Item[]) =>
  answerCommands(
    new Map<unknown, () => unknown>([
      [
        DescribeContinuousBackupsCommand,
        () => ({
          ContinuousBackupsDescription: {
            PointInTimeRecoveryDescription: {
              EarliestRestorableDateTime: new Date(0),
              LatestRestorableDateTime: new Date(),
            },
          },
        }),
      ],
      [
        RestoreTableToPointInTimeCommand,
        async () => {
          const [declared] = Object.values(declaredResources("AWS::DynamoDB::Table"));
          const { TimeToLiveSpecification: _expiry, ...properties } = declared?.Properties ?? {};
          await createTable(table.client, properties, RESTORED, { stream: false });
          const puts = items.map((Item) => ({ PutRequest: { Item } }));
          for (const batch of batchesOf(puts, 25))
            await table.client.send(new BatchWriteCommand({ RequestItems: { [RESTORED]: batch } }));
        },
      ],
      [UpdateContinuousBackupsCommand, () => ({})],
      [ListTagsOfResourceCommand, () => ({ Tags: [] })],
    ]),
  );

it("after a restore, nothing goes out of what was erased, revoked and canceled since, and everything else goes on", async () => {
  const before = await deploy({}, { sweeps: false });
  const old = before.table;
  const fixture = await createBookingFixture(old);
  const { firmId } = fixture;
  let { baseUrl } = before;
  const request = async (method: string, path: string, body?: object, key = fixture.key) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const options = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
    const response = await fetch(`${baseUrl}/api/${path}`, options);
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
  };
  const created = async (path: string, body: object) => {
    const { status, body: made } = await request("POST", path, body);
    expect([status, made.error]).toEqual([201, undefined]);
    return made;
  };
  // The endpoint refuses the person's events until the instant, so that they are pending then.
  let isUp = false;
  const { url, received } = await startReceiver((_request, response) => {
    const isRefused = !isUp && received.at(-1)?.body.includes(PERSON.email);
    response.writeHead(isRefused ? 500 : 204).end();
  });
  await storeWebhook(old, firmId, { url });
  const bodies = () => received.map(({ body }) => JSON.parse(body));

  expect((await request("PATCH", "firm", { reminders_min: [60] })).status).toBe(200);
  let dueAt = 0;
  const book = async () => {
    dueAt = Date.now() + DUE_MILLISECONDS;
    const start_at = new Date(dueAt + 60 * MINUTE).toISOString();
    const attorney = await addMember(old, firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
    return (await created("consultations", bookingBody({ ...fixture, attorney }, { start_at }))).id;
  };
  const [canceled, kept] = [await book(), await book()];
  const { firstName: first_name, lastName: last_name, email } = PERSON;
  const person = await created("leads", { first_name, last_name, email, source: "web" });
  const revoked = await created("keys", { name: "CRM", scopes: ["leads:read"] });
  await eventually(() => bodies().map(({ data }) => data.id)).toContain(person.id);
  await before.drained();
  const pending = async () =>
    (await scanItems(old)).filter(({ state }) => state === "pending").map(({ type }) => type);
  await eventually(pending).toEqual(["lead.created"]);

  // The instant. Everything after it is undone.
  const snapshot = (await scanItems(old)).map((item) =>
    // An outage lasts longer than a test: what waited for a second attempt is due.
    item.state === "pending" ? { ...item, ...dueAttributes(String(item.sk), Date.now()) } : item,
  );
  const instant = new Date().toISOString();
  isUp = true;
  expect((await request("PATCH", `consultations/${canceled}`, { status: "canceled" })).status).toBe(200);
  expect((await request("DELETE", `keys/${revoked.id}`)).status).toBe(204);
  await runErasure(old, { firmId, leadId: person.id }, before.drained);
  await before.drained();
  const { body: read } = await request("GET", "events");
  const position = await readRecord(old, latestPosition(firmId, Date.now()));

  // 2. Pause everything: not even the address answers, and what comes due stays where it is.
  ({ baseUrl } = await deploy({ paused: "everything" }, { sweeps: true }));
  received.length = 0;
  published.length = 0;
  expect(await request("GET", "firm")).toEqual({ status: 404, body: { message: "Not Found" } });

  // 3. to 5. Restore, compare, and repeat what the restore undid.
  simulateRestore(old, snapshot);
  jest.spyOn(console, "error").mockImplementation(() => {});
  const restore = await runForJson(old, "backup restore", "--at", instant, "--to", RESTORED);
  expect(restore).toMatchObject({ different: [], continued_logs: 1, items_of_original: expect.any(Number) });
  const restored = { client: old.client, name: RESTORED };
  const compare = (from = old, to = restored): Promise<Record<string, string | null>[]> =>
    runForJson(from, "backup compare", "--at", instant, "--to", to.name);
  const findings = await compare();
  expect(new Map(findings.map(({ kind, id, change }) => [id, `${kind} ${change}`]))).toEqual(
    new Map<unknown, unknown>([
      [canceled, "consultation canceled"],
      [revoked.id, "key revoked"],
      [person.id, "lead erased"],
      [firmId, expect.stringMatching(/^events 2 lost, of changes from \S+Z to \S+Z$/)],
    ]),
  );
  const commands = findings.flatMap(({ repeat }) => repeat ?? []);
  const isErasure = (command: string) => command.includes(" erase ");
  for (const command of commands.filter((each) => !isErasure(each))) await runCommand(restored, command);

  // 6. Swing, all paused: nothing goes out, and nothing becomes an event.
  const restoredTableStreamArn = `arn:aws:dynamodb:local:000000000000:table/${RESTORED}/stream/1`;
  const swing = { paused: "everything", restoredTableStreamArn } as const;
  ({ baseUrl } = await deploy(swing, { sweeps: true }));
  expect((await request("GET", "firm", undefined, revoked.key)).status).toBe(404);
  await sleep(Math.max(0, dueAt - Date.now()) + QUIET_MILLISECONDS);
  expect([received, published]).toEqual([[], []]);

  // 7. All but the publisher: an erasure needs its events, which reach the log and no endpoint.
  const erasing = await deploy({ ...swing, paused: "everything but the publisher" }, { sweeps: true });
  expect(commands.filter(isErasure)).toEqual([`lead erase ${firmId} ${person.id} --confirm ${firmId}`]);
  await runErasure(restored, { firmId, leadId: person.id }, erasing.drained);
  await erasing.drained();
  await sleep(QUIET_MILLISECONDS);
  expect([received, [...published].sort()]).toEqual([[], ["consultation.canceled", "lead.updated"]]);
  expect(await personalItems(restored)).toEqual([]);
  expect((await compare()).map(({ kind }) => kind)).toEqual(["events"]);

  // 8. Everything runs.
  const after = await deploy({ restoredTableStreamArn }, { sweeps: true });
  ({ baseUrl } = after);
  expect(after.tableName).toBe(RESTORED);
  expect((await request("GET", "leads", undefined, revoked.key)).status).toBe(401);
  const name = { first_name: "Ada", last_name: "New", email: "ada.new@example.com" };
  const { id: newLead } = await created("leads", { ...name, source: "web" });
  const told = () => [...new Set(bodies().map(describeEvent))].sort();
  const isNew = [`lead.created ${newLead}`, `consultation.reminder_due ${kept}`];
  // What waited at the instant comes too, without the person's data.
  const waited = [`lead.created ${person.id}`];
  await eventually(told, { timeout: 200_000, interval: 200 }).toEqual([...waited, ...isNew].sort());
  await sleep(QUIET_MILLISECONDS);
  expect(told()).toEqual([...waited, ...isNew].sort());
  const sent = received.map(({ body }) => body.toLowerCase()).join();
  for (const text of Object.values(PERSON)) expect(sent).not.toContain(text.toLowerCase());

  // A reader that goes on from the old table's last position misses nothing that is new.
  const { body: events } = await request("GET", `events?after=${read.latest}`);
  const repeated = [`consultation.canceled ${canceled}`, `lead.updated ${person.id}`];
  expect(events.data.map(describeEvent).sort()).toEqual([...repeated, ...isNew].sort());
  expect(await readRecord(restored, latestPosition(firmId, Date.now()))).toBe(
    position + 1 + events.data.length,
  );

  // The undo: pause, compare, let the logs go on, and swing back.
  await deploy(swing, { sweeps: true });
  expect((await compare(restored, old)).map(({ kind }) => kind)).toEqual(["events"]);
  await runForJson(restored, "backup continue", "--to", old.name);
  ({ baseUrl } = await deploy({}, { sweeps: true }));
  expect((await request("GET", `leads/${newLead}`)).status).toBe(404);
  const { id: lastLead } = await created("leads", { ...name, source: "web" });
  const isLast = [`lead.created ${lastLead}`, `consultation.reminder_due ${kept}`];
  const readOn = async () => (await request("GET", `events?after=${events.latest}`)).body.data;
  await eventually(async () => (await readOn()).map(describeEvent).sort()).toEqual(isLast.sort());
});

const describeEvent = ({ type, data }: { type: string; data: { id: string } }) => `${type} ${data.id}`;
