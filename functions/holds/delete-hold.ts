import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteHold } from "../../shared/scheduling/delete-hold.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(deleteHold, connectTable());
