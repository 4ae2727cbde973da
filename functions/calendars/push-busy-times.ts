import { endpoint } from "../../shared/api/endpoint.ts";
import { pushBusyTimes } from "../../shared/calendars/push-busy-times.ts";

export const handler = endpoint(pushBusyTimes);
