import { writeFileSync } from "node:fs";
import { openApiDocument } from "../lib/openapi/document.ts";

/** Writes the OpenAPI document, which `GET /api/openapi.json` serves. */
writeFileSync("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`);
