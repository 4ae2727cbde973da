import { endpoint } from "../../shared/api/endpoint.ts";
import { markNoShow } from "../../shared/consultations/mark-no-show.ts";

export const handler = endpoint(markNoShow);
