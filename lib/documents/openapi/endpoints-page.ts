import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";

const HEAD = `# Endpoints

\`npm run openapi\` writes this page. A group is a scope: with \`:read\` for \`GET\` and the preview, with \`:write\` for the
rest and for a member's sessions. The [OpenAPI document](openapi.json) has every field.
`;

/** Returns what an endpoint requires: a scope for a resource, any key, none, or a link. */
const groupOf = ({ scope, keyKind, isKeyless }: EndpointDefinition) =>
  scope?.split(":")[0] ?? (keyKind ? OWNERS[keyKind] : isKeyless ? "no key" : "any key");

const OWNERS = { link: "a client's link", calendar: "a calendar link", sign_in: "a sign-in link" };

/** The part of a summary by which nobody chooses an endpoint. The OpenAPI document has it. */
const DETAIL = /;.*|, (with|to|including|archived|newest|oldest|up|shown) .*$/;

const lineOf = ({ method, path, summary }: EndpointDefinition) =>
  `- \`${method} ${path}\`: ${summary.replace(DETAIL, "")}`;

/** Returns the page of all endpoints, in Markdown, with a section for each resource. */
export const endpointsPage = (): string => {
  const groups = [...new Set(ENDPOINTS.map(groupOf))];
  const sections = groups.map((group) => {
    const lines = ENDPOINTS.filter((endpoint) => groupOf(endpoint) === group).map(lineOf);
    return `## ${group}\n\n${lines.join("\n")}\n`;
  });
  return [HEAD, ...sections].join("\n");
};
