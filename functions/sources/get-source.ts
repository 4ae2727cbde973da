import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { getSourceEndpoint } from "../../shared/sources/source.contract.ts";
import { sourceResource } from "../../shared/sources/source.rules.ts";
import { sourceRecord } from "../../shared/sources/source.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(
  getSourceEndpoint,
  table,
  async ({ firmId, params, nowMilliseconds }) => {
    const source = requireFound("source", await readRecord(table, sourceRecord(firmId, params.id)));
    return { body: sourceResource(source, nowMilliseconds) };
  },
);
