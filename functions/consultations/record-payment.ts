import { endpoint } from "../../shared/api/endpoint.ts";
import { recordPayment } from "../../shared/consultations/set-consultation-fields.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(recordPayment, connectTable());
