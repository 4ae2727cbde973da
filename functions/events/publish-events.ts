import type { DynamoDBStreamEvent } from "aws-lambda";
import { connectEventBus } from "../../shared/events/event-bus.ts";
import { publishChanges } from "../../shared/events/publish-changes.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();
const bus = connectEventBus(environmentVariable("EVENT_BUS_NAME"));

export const handler = ({ Records }: DynamoDBStreamEvent) => publishChanges(table, bus, Records);
