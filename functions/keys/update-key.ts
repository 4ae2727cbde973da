import { endpoint } from "../../shared/api/endpoint.ts";
import { updateKey } from "../../shared/keys/update-key.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(updateKey, connectTable());
