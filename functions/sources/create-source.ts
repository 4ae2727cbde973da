import { endpoint } from "../../shared/api/endpoint.ts";
import { createSource } from "../../shared/sources/create-source.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(createSource, connectTable());
