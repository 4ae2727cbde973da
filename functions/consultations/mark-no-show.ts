import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { markNoShowEndpoint } from "../../shared/consultations/consultation-actions.contract.ts";
import { markNoShow as mark } from "../../shared/consultations/mark-no-show.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(markNoShowEndpoint, table, async (request) => ({
  body: consultationResource(await mark(table, request)),
}));
