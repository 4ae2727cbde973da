import type { DynamoDBStreamEvent } from "aws-lambda";
import { connectEventBus } from "../../shared/messaging/event-bus.ts";
import { publishChanges } from "../../shared/messaging/publish-changes.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();
const bus = connectEventBus(environmentVariable("EVENT_BUS_NAME"));

export const handler = ({ Records }: DynamoDBStreamEvent) => publishChanges(table, bus, Records);
