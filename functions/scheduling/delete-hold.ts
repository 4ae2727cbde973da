import { endpoint } from "../../shared/api/endpoint.ts";
import { deleteHold } from "../../shared/scheduling/delete-hold.ts";

export const handler = endpoint(deleteHold);
