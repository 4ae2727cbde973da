import { methodsOf } from "../contract/endpoint-definition.ts";
import { ENDPOINTS } from "../contract/endpoints.ts";

/** The methods that a path has, for the header `Allow` (RFC 9110 §10.2.1); none when no endpoint has the path. */
export const allowedMethods = (path: string): string[] => {
  const methods = ENDPOINTS.filter((endpoint) => hasPath(endpoint.path, path)).flatMap(methodsOf);
  return methods.length === 0 ? [] : [...methods, "OPTIONS"];
};

const hasPath = (template: string, path: string) => {
  const segments = path.split("/");
  const expected = template.split("/");
  return (
    segments.length === expected.length &&
    expected.every(
      (segment, index) => segment === segments[index] || (segment.startsWith("{") && segments[index] !== ""),
    )
  );
};
