import { setTimeout as sleep } from "node:timers/promises";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { parseStoredChange } from "../../shared/events/stored-change.store.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { givenTable } from "../support/given-table.ts";
import { streamRecord } from "../support/stream-events.ts";
import type { Span } from "./history.ts";
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
type Answer = {
  readonly Item?: Item;
  readonly Attributes?: Item;
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
};

/**
 * Returns the table for one sweep. Records the events of each update of a consultation or lead as the stream would show
 * it. The old image is the record as the sweep knew it, because the update requires that.
 */
const observedTable = ({ table, firmId }: World, recorder: Recorder): Table => {
  const known = new Map<string, Item>();
  const know = ({ Item, Attributes, Responses }: Answer) => {
    const items = [Item, Attributes, ...(Responses?.[table.name] ?? [])];
    for (const item of items) if (item) known.set(String(item.sk), item);
  };
  const send = async (command: never): Promise<Answer> => {
    const { input }: Call = command;
    const id = input.Key?.sk ?? "";
    const from = Date.now();
    const answer: Answer = Object(
      await table.client.send(command).catch((error: unknown) => {
        known.set(id, refusedItem(error));
        throw error;
      }),
    );
    const before = known.get(id) ?? null;
    know(answer);
    if (answer.Attributes) tell(before, answer.Attributes, { from, to: Date.now() });
    return answer;
  };
  const tell = (before: Item | null, after: Item, during: Span) => {
    const change = parseStoredChange(streamRecord(before, after));
    if (change?.firmId !== firmId) return;
    const unread = {
      activity: null,
      reminded: null,
      overlapped: [],
      check: null,
      openConsultationIds: [],
      duplicates: [],
    };
    const settings = { stages: [], conflictGate: { enabled: false } } as never;
    for (const event of change.eventsWith({ ...unread, settings })) record(recorder, event, during);
  };
  return { ...table, client: givenTable(send).client };
};

/** Records a reminder, or the event of a lead's instant. */
const record = (recorder: Recorder, event: EventResource, during: Span) => {
  const { type, data, previous, minutes_before, created_at } = event;
  const id = String(data.id);
  const at = Date.parse(created_at);
  if (type === "consultation.reminder_due")
    recorder.reminded({ id, start: Date.parse(String(data.start_at)), minutes: Number(minutes_before), at });
  if (type === "lead.contact_due")
    recorder.leadTold({ id, type, instant: String(data.next_contact_at), during });
  if (type === "lead.response_overdue")
    recorder.leadTold({ id, type, instant: String(previous.respond_by ?? data.respond_by), during });
};

/** Returns the item that did not meet a condition. */
const refusedItem = (error: unknown): Item =>
  error instanceof ConditionalCheckFailedException && error.Item ? unmarshall(error.Item) : {};
