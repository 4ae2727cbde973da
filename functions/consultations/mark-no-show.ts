import { markNoShow } from "../../shared/contract/consultation-actions.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { markNoShow as mark } from "../../shared/operations/consultations/mark-no-show.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(markNoShow, table, async (request) => ({
  body: consultationResource(await mark(table, request)),
}));
