import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { breakingChanges } from "../lib/documents/openapi/breaking-changes.ts";
import { endpointsSource } from "../lib/documents/openapi/endpoints-source.ts";

const CURRENT = "docs/openapi.json";
const EVENTS_GUIDE = "docs/webhooks.md";
const PUBLISHED = "docs/openapi-published.json";

writeFileSync("shared/endpoints.ts", endpointsSource());

// These modules read the list of endpoints.
const { openApiDocument } = await import("../lib/documents/openapi/document.ts");
const { pathsSource } = await import("../lib/documents/openapi/paths-source.ts");
const { eventExamplesSource } = await import("../lib/documents/openapi/event-examples-source.ts");
const { withEvents } = await import("../lib/documents/openapi/events-table.ts");
const { endpointsPage } = await import("../lib/documents/openapi/endpoints-page.ts");

writeFileSync("shared/paths.ts", pathsSource());
writeFileSync("shared/webhooks/event-examples.ts", eventExamplesSource());
writeFileSync("docs/endpoints.md", endpointsPage());
writeFileSync(EVENTS_GUIDE, withEvents(readFileSync(EVENTS_GUIDE, "utf8")));

/**
 * Writes the OpenAPI document, which `GET /api/openapi.json` serves, and the published one, on which callers rely. The
 * published one stays if the change breaks callers within the same API version; a test fails while the two differ.
 */
const document = openApiDocument();
writeFileSync(CURRENT, `${JSON.stringify(document, null, 2)}\n`);

const versionOf = (file: string): string => JSON.parse(readFileSync(file, "utf8")).info.version;
const isSameVersion = existsSync(PUBLISHED) && versionOf(PUBLISHED) === document.info.version;
const breaking = isSameVersion ? breakingChanges(PUBLISHED, CURRENT) : [];

if (breaking.length === 0) writeFileSync(PUBLISHED, `${JSON.stringify(document)}\n`);
else {
  console.error(
    `These changes break callers of the API version ${document.info.version}:\n${breaking.join("\n")}`,
  );
  console.error("Keep what is published, or make a new API version (shared/api/request-headers.ts).");
  process.exitCode = 1;
}
