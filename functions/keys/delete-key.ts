import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteKey } from "../../shared/keys/delete-key.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(deleteKey, connectTable());
