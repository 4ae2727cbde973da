import { endpoint } from "../../shared/api/endpoint.ts";
import { markNoShow } from "../../shared/consultations/mark-no-show.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(markNoShow, connectTable());
