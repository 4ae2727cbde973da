import { endpoint } from "../../shared/api/endpoint.ts";
import { rotateSourceKey } from "../../shared/sources/rotate-source-key.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(rotateSourceKey, connectTable());
