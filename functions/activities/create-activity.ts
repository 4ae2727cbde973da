import { createActivity } from "../../shared/activities/create-activity.ts";
import { endpoint } from "../../shared/api/endpoint.ts";

export const handler = endpoint(createActivity);
