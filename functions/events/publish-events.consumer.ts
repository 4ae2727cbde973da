import type { DynamoDBStreamEvent } from "aws-lambda";
import { connectEventBus } from "../../shared/events/event-bus.ts";
import { connectDeadLetters } from "../../shared/events/failed-records.ts";
import { publishChanges } from "../../shared/events/publish-changes.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { runConsumer } from "../../shared/runtime/log.ts";
import { connectTable } from "../../shared/table/table.ts";

const dependencies = {
  table: connectTable(),
  bus: connectEventBus(environmentVariable("EVENT_BUS_NAME")),
  deadLetters: connectDeadLetters(environmentVariable("DEAD_LETTER_QUEUE_URL")),
  now: () => Date.now(),
};

export const handler = ({ Records }: DynamoDBStreamEvent) =>
  runConsumer("publish-events", () => publishChanges(dependencies, Records));
