import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "@jest/globals";
import { eventsAfter, latestPosition } from "../../../shared/events/event-log.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import {
  eventLogPartition,
  type Item,
  openEventPageKey,
  settingsKey,
} from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { useFurtherTable } from "../../support/further-tables.ts";
import { runCommand, runForJson } from "../../support/operator.ts";
import { scanItems } from "../../support/scan-table.ts";
import { spoilRecord } from "../../support/spoil-record.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable({ stream: true });
const old = useFurtherTable(table, "old");
const restored = useFurtherTable(table, "restored");

const put = ({ client, name }: Table, ...items: Item[]) =>
  Promise.all(items.map((Item) => client.send(new PutCommand({ TableName: name, Item }))));

/** Appends events of changes at instants. */
const appendAt = async (to: Table, firm: FirmId, instants: readonly string[]) => {
  const events = instants.map((instant) => newEvent({ id: newRecordId(Date.parse(instant)) }));
  await logEvents(to, firm, events);
  return events.map(({ id }) => id);
};

const append = (to: Table, firm: FirmId, count: number) =>
  appendAt(to, firm, Array(count).fill(new Date().toISOString()));

const readAfter = async (from: Table, firm: FirmId, position: number) => {
  const search = { limit: 100, matches: () => true, nowMilliseconds: Date.now() };
  const { events, hasMore } = await eventsAfter(from, firm, position, search);
  return { ids: events.map(({ id }) => id), hasMore };
};

it("lets a reader of the restored table go on when the stage goes back to the old one", async () => {
  const firm = firmIdFromVerifiedSource("firm-back");
  await put(old, settingsKey(firm));
  await append(old, firm, 3);
  await put(restored, ...(await scanItems(old)));
  await append(restored, firm, 5);
  const position = await readRecord(restored, latestPosition(firm, Date.now()));

  expect(await runForJson(restored, "backup continue", "--to", old.name)).toEqual({
    table: old.name,
    continued_logs: 1,
  });
  const ids = await append(old, firm, 2);
  expect(await readAfter(old, firm, position)).toEqual({ ids, hasMore: false });
});

it("names each firm that lost events, and the period of their changes", async () => {
  const [firm, quiet] = ["firm-told", "firm-quiet"].map(firmIdFromVerifiedSource);
  if (!firm || !quiet) throw new Error("There are no firms.");
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const instants = (hour: string, count: number) =>
    Array.from({ length: count }, (_, minute) => `${day}T${hour}:${String(minute).padStart(2, "0")}:00.000Z`);
  await put(old, settingsKey(firm), settingsKey(quiet));
  for (const each of [firm, quiet]) await appendAt(old, each, instants("08", 3));
  await put(restored, ...(await scanItems(old)));
  await appendAt(old, firm, instants("09", 46));
  // The 50th event fills a page, so the open one is empty, as in the log that goes on. One whose retention has ended is
  // not missed.
  await appendAt(old, firm, [new Date(Date.now() - 31 * 86_400_000).toISOString()]);

  const compare = async () =>
    runForJson(old, "backup compare", "--at", `${day}T09:00:00Z`, "--to", restored.name);
  const told = {
    firm_id: firm,
    kind: "events",
    id: firm,
    change: `46 lost, of changes from ${day}T09:00:00.000Z to ${day}T09:45:00.000Z`,
    repeat: null,
  };
  expect(await compare()).toEqual([told]);
  await runForJson(old, "backup continue", "--to", restored.name);
  expect(await compare()).toEqual([told]);
  await append(restored, firm, 1);
  await append(restored, quiet, 1);
  expect(await compare()).toEqual([told]);
});

it("lets readers pass events that a restored table lists without having them", async () => {
  const firm = firmIdFromVerifiedSource("firm-torn");
  await put(old, settingsKey(firm));
  // One at a time, so that the second page begins with the 26th event.
  const ids: string[] = [];
  for (let count = 0; count < 28; count++) ids.push(...(await append(old, firm, 1)));
  const lacking = [ids[23], ids[26]];
  const items = (await scanItems(old)).filter(({ pk }) => String(pk).startsWith(`FIRM#${firm}`));
  await put(restored, ...items.filter(({ sk }) => !lacking.includes(String(sk))));

  for (const continued_logs of [1, 0])
    expect(await runForJson(old, "backup continue", "--to", restored.name)).toMatchObject({ continued_logs });
  const others = [...ids, ...(await append(restored, firm, 1))].filter((id) => !lacking.includes(id));
  for (const position of [0, 22, 23, 25, 26, 27])
    expect([position, await readAfter(restored, firm, position)]).toEqual([
      position,
      { ids: others.filter((id) => ids.indexOf(id) === -1 || ids.indexOf(id) >= position), hasMore: false },
    ]);
});

it("lets readers pass a page of the log that a restored table lacks", async () => {
  const firm = firmIdFromVerifiedSource("firm-pageless");
  await put(old, settingsKey(firm));
  for (let count = 0; count < 24; count++) await append(old, firm, 1);
  const last = await append(old, firm, 2);
  const items = (await scanItems(old)).filter(({ pk }) => String(pk).startsWith(`FIRM#${firm}`));
  await put(
    restored,
    ...items.filter(({ pk, sk }) => !(String(pk).endsWith("LOG") && /25$/.test(String(sk)))),
  );
  expect(await readAfter(restored, firm, 0)).toEqual({ ids: [], hasMore: true });

  expect(await runForJson(old, "backup continue", "--to", restored.name)).toMatchObject({
    continued_logs: 1,
  });
  const ids = [...last.slice(1), ...(await append(restored, firm, 1))];
  expect(await readAfter(restored, firm, 0)).toEqual({ ids, hasMore: false });
});

it("names a firm whose log cannot be read, and lets the logs of the others go on", async () => {
  const [broken, other] = ["firm-broken", "firm-other"].map(firmIdFromVerifiedSource);
  if (!broken || !other) throw new Error("There are no firms.");
  for (const firm of [broken, other]) {
    await put(restored, settingsKey(firm));
    await append(old, firm, 1);
  }
  await spoilRecord(old, openEventPageKey(broken), "eventIds");
  const proceed = () => runCommand(old, "backup continue", "--to", restored.name);
  await expect(proceed()).rejects.toThrow(
    `read or change the event log of the firm ${broken}. Everything else`,
  );
  expect((await scanItems(restored)).map(({ pk }) => pk)).toContain(eventLogPartition(other));
});

it.each(["backup continue", "backup compare --at 2026-11-22T08:30:00Z"])(
  "refuses `%s` of a table with itself",
  async (command) => {
    await expect(runCommand(old, command, "--to", old.name)).rejects.toThrow("--to must name another table");
  },
);
