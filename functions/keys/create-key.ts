import { endpoint } from "../../shared/api/endpoint.ts";
import { createKey } from "../../shared/keys/create-key.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(createKey, connectTable());
