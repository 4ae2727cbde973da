import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteFeed } from "../../shared/calendars/delete-feed.ts";

export const handler = endpoint(deleteFeed);
