import { endpoint } from "../../shared/api/endpoint.ts";
import { updateFirm } from "../../shared/firm/update-firm.ts";

export const handler = endpoint(updateFirm);
