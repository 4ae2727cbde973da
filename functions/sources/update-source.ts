import { endpoint } from "../../shared/api/endpoint.ts";
import { updateSource } from "../../shared/sources/update-source.ts";

export const handler = endpoint(updateSource);
