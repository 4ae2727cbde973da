import { endpoint } from "../../shared/api/endpoint.ts";
import { createHold } from "../../shared/scheduling/create-hold.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(createHold, connectTable());
