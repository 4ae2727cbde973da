import { endpoint } from "../../shared/api/endpoint.ts";
import { createFeed } from "../../shared/calendars/create-feed.ts";
import { connectFeedQueue } from "../../shared/calendars/feed-queue.ts";
import { requestTargets } from "../../shared/runtime/environment.ts";

export const handler = endpoint(createFeed(requestTargets(), connectFeedQueue()));
