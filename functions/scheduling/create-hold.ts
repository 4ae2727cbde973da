import { endpoint } from "../../shared/api/endpoint.ts";
import { createHold } from "../../shared/scheduling/create-hold.ts";

export const handler = endpoint(createHold);
