import { endpoint } from "../../shared/api/endpoint.ts";
import { updateSource } from "../../shared/sources/update-source.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(updateSource, connectTable());
