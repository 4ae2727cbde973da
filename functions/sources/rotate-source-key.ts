import { endpoint } from "../../shared/api/endpoint.ts";
import { rotateSourceKey } from "../../shared/sources/rotate-source-key.ts";

export const handler = endpoint(rotateSourceKey);
