import { methodsOf } from "../../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";

/** Returns the source of `shared/paths.ts`, for a function that needs no more of the contracts. */
export const pathsSource = (): string => {
  const paths = [...new Set(ENDPOINTS.map(({ path }) => path))];
  const methods = (path: string) => ENDPOINTS.filter((each) => each.path === path).flatMap(methodsOf);
  const line = (path: string) => `  "${path}": ${JSON.stringify(methods(path))},\n`;
  return `// Written by "npm run openapi" from the contracts; do not edit.

/** The methods of each path of an endpoint. */
export const PATHS: Readonly<Record<string, readonly string[]>> = {
${paths.map(line).join("")}};
`;
};
