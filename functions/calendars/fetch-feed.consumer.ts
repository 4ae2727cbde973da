import type { SQSEvent } from "aws-lambda";
import { downloadCalendar } from "../../shared/calendars/download-calendar.ts";
import type { FeedDependencies } from "../../shared/calendars/read-feed.ts";
import { readFeeds } from "../../shared/calendars/read-feeds.ts";
import { requestTargets } from "../../shared/runtime/environment.ts";
import { runConsumer } from "../../shared/runtime/log.ts";
import { connectTable } from "../../shared/table/table.ts";

const targets = requestTargets();

const dependencies: FeedDependencies = {
  table: connectTable(),
  download: (wanted) => downloadCalendar(wanted, { targets }),
  now: () => Date.now(),
  random: Math.random,
};

export const handler = ({ Records }: SQSEvent) =>
  runConsumer("fetch-feed", () => readFeeds(dependencies, Records));
