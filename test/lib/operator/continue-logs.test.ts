import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "@jest/globals";
import { eventsAfter, latestPosition } from "../../../shared/events/event-log.store.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";
import { type Item, settingsKey } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { useFurtherTable } from "../../support/further-tables.ts";
import { runForJson } from "../../support/operator.ts";
import { scanItems } from "../../support/scan-table.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable({ stream: true });
const old = useFurtherTable(table, "old");
const restored = useFurtherTable(table, "restored");

const put = ({ client, name }: Table, ...items: Item[]) =>
  Promise.all(items.map((Item) => client.send(new PutCommand({ TableName: name, Item }))));

const append = async (to: Table, firm: FirmId, count: number) => {
  const events = Array.from({ length: count }, () => newEvent());
  await logEvents(to, firm, events);
  return events.map(({ id }) => id);
};

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
  const position = await latestPosition(restored, firm, Date.now());

  expect(await runForJson(restored, "backup continue", "--to", old.name)).toEqual({
    table: old.name,
    continued_logs: 1,
  });
  const ids = await append(old, firm, 2);
  expect(await readAfter(old, firm, position)).toEqual({ ids, hasMore: false });
});
