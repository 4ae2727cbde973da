import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as publishEvents } from "../../functions/events/publish-events.consumer.ts";
import type { Table } from "../../shared/table/table.ts";
import type { Faults } from "./random-faults.ts";
import { streamEvent } from "./stream-events.ts";
import { followStreamByPage } from "./table-stream.ts";

/** The table has other items too, of which the stream's mapping leaves out all without a change. */
const isPublished = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.changeId !== undefined;

const BATCH = 20;
/** About as many as a batch makes. */
const CALLS = 300;
const PAUSE_MILLISECONDS = 20;
/** As if they had failed for 23 hours. */
const DISCARDED_SHARE = 0.08;
/** More in a row than faults can explain. */
const FAILURES_MAXIMUM = 40;

/** Changes of some records, which one invocation at a time publishes in order, as Lambda does with those of a partition. */
type Lane = { readonly waiting: DynamoDBRecord[] };

/**
 * Publishes what the stream has, with faults: leads beside all other records. A batch that fails comes again, from its
 * first failure on. Some batches are discarded; the operator replays them at the end.
 */
export const publishLossily = async (
  table: Table,
  { faults, random }: { readonly faults: Faults; readonly random: () => number },
) => {
  const readPage = await followStreamByPage(table);
  const history: DynamoDBRecord[] = [];
  const discarded: DynamoDBRecord[][] = [];
  const [ofLeads, ofOthers]: [Lane, Lane] = [{ waiting: [] }, { waiting: [] }];
  const lanes = [ofLeads, ofOthers];
  let isOver = false;

  /** @returns whether there was anything */
  const read = async () => {
    const page = await readPage();
    history.push(...page);
    for (const record of page.filter(isPublished)) {
      const isOfLead = record.dynamodb?.NewImage?.pk?.S?.endsWith("#LEAD");
      (isOfLead ? ofLeads : ofOthers).waiting.push(record);
    }
    return page.length > 0;
  };

  /** @returns how many of the records are done */
  const invoke = async (records: readonly DynamoDBRecord[]): Promise<number> => {
    const result = await faults.run(CALLS, () => publishEvents(streamEvent(...records)));
    if (result === null) return 0;
    const [failed] = result.batchItemFailures;
    const at = records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed?.itemIdentifier);
    return at === -1 ? records.length : at;
  };

  const isDiscarded = () => !isOver && random() < DISCARDED_SHARE;

  /** @returns whether something is done */
  const publishBatch = async ({ waiting }: Lane) => {
    const batch = waiting.slice(0, BATCH);
    const isLost = isDiscarded();
    if (isLost) discarded.push(batch);
    const done = isLost ? batch.length : await invoke(batch);
    waiting.splice(0, done);
    return done > 0;
  };

  /** @throws Error when it does not succeed, however often it tries */
  const drain = async (lane: Lane) => {
    for (let failures = 0; lane.waiting.length > 0; failures += 1) {
      if (await publishBatch(lane)) failures = 0;
      if (failures > FAILURES_MAXIMUM) throw new Error("A batch fails again and again.");
    }
  };

  const whileOthersWrite = async (step: () => Promise<unknown>) => {
    while (!isOver) {
      await step();
      await sleep(PAUSE_MILLISECONDS);
    }
  };
  const publishing = Promise.all([
    whileOthersWrite(read),
    ...lanes.map((lane) => whileOthersWrite(() => drain(lane))),
  ]);
  // Its error is that of the end.
  publishing.catch(() => {});

  /** Publishes until nothing changes any more. */
  const settle = async () => {
    do await Promise.all(lanes.map(drain));
    while (await read());
  };

  return {
    /** Every change of the table, the oldest first. */
    history,
    /** Publishes all the rest, and what was discarded, without further faults. */
    end: async () => {
      isOver = true;
      await publishing;
      await settle();
      await Promise.all(discarded.map((waiting) => drain({ waiting })));
      await settle();
    },
  };
};
