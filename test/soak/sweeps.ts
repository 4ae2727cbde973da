import { setTimeout as sleep } from "node:timers/promises";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import { parseStoredChange } from "../../shared/events/stored-change.store.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { givenTable } from "../support/given-table.ts";
import { streamRecord } from "../support/stream-events.ts";
import type { Recorder } from "./record-history.ts";
import type { World } from "./world.ts";

/** The interval is shorter than in the cloud, where a sweep each minute emits every reminder within a minute. */
const EVERY_MILLISECONDS = 10_000;

/** Sweeps every few seconds, with overlaps. Returns a function that stops this after one more sweep. */
export const startSweeps = (world: World, recorder: Recorder) => {
  const sweeps: Promise<void>[] = [];
  const sweep = async () => {
    const from = Date.now();
    const table = observedTable(world, recorder);
    const now = () => Date.now();
    await runInvocation({ function: "sweep-deliveries" }, () => sweepReminders({ table, now, wait: sleep }));
    recorder.swept({ from, to: Date.now() });
  };
  const begin = () => {
    sweeps.push(sweep());
  };
  begin();
  const timer = setInterval(begin, EVERY_MILLISECONDS);
  return async () => {
    clearInterval(timer);
    begin();
    await Promise.all(sweeps);
  };
};

type Call = { readonly input: { readonly Key?: { readonly sk: string } } };
type Answer = { readonly Item?: Item; readonly Attributes?: Item };
type Client = { readonly send: (command: Call) => Promise<Answer> };

/**
 * Returns the table for one sweep. Records the reminders of each update of a consultation as the stream would show it.
 * The old image is the consultation as the sweep knew it, because the update requires that.
 */
const observedTable = ({ table, firmId }: World, recorder: Recorder): Table => {
  const known = new Map<string, Item>();
  const client = table.client as unknown as Client;
  const send = async (command: Call): Promise<Answer> => {
    const id = command.input.Key?.sk ?? "";
    const answer = await client.send(command).catch((error: unknown) => {
      known.set(id, refusedItem(error));
      throw error;
    });
    if (answer.Item) known.set(id, answer.Item);
    if (answer.Attributes) tell(known.get(id) ?? null, answer.Attributes);
    return answer;
  };
  const tell = (before: Item | null, after: Item) => {
    const change = parseStoredChange(streamRecord(before, after));
    if (change?.firmId !== firmId) return;
    const events = change.eventsWith({
      activity: null,
      reminded: null,
      overlapped: [],
      duplicates: [],
      settings: {} as never,
    });
    for (const { data, created_at, minutes_before } of events.filter(isReminder)) {
      const [id, start, at] = [String(data.id), Date.parse(String(data.start_at)), Date.parse(created_at)];
      recorder.reminded({ id, start, minutes: Number(minutes_before), at });
    }
  };
  return { ...table, client: givenTable(send).client };
};

const isReminder = ({ type }: { readonly type: string }) => type === "consultation.reminder_due";

/** Returns the item that did not meet a condition. */
const refusedItem = (error: unknown): Item =>
  error instanceof ConditionalCheckFailedException && error.Item ? unmarshall(error.Item) : {};
