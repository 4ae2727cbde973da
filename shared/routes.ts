import { PATHS } from "./paths.ts";
import { nearestName } from "./schema/nearest-name.ts";

/** The routes that anyone may read without a key, named as in the stack. */
export const PUBLIC_PATHS = {
  "get-openapi": ["/api/openapi.json"],
  "get-docs": ["/api/docs", "/api/docs/{file}"],
  "get-booking-page": ["/book", "/book/{file}"],
  "get-desk-page": ["/desk", "/desk/{file}"],
} as const;

/** More segments than any path has. */
const SEGMENTS_MAXIMUM = 20;

/** Returns the methods of a path for the header `Allow` (RFC 9110 §10.2.1); none for an unknown path. */
export const allowedMethods = (path: string): string[] => {
  const segments = path.split("/", SEGMENTS_MAXIMUM);
  const isPublic = Object.values(PUBLIC_PATHS)
    .flat()
    .some((template) => hasPath(template, segments));
  const methods = isPublic ? ["GET", "HEAD"] : pathsOf(segments).flatMap((known) => PATHS[known] ?? []);
  return methods.length === 0 ? [] : [...methods, "OPTIONS"];
};

/** Returns the path that a misspelled one most likely means, such as `/api/leads/{id}`; null when none is similar. */
export const nearestPath = (path: string): string | null => {
  const misspelled = withinApi(path);
  const segments = misspelled.split("/", SEGMENTS_MAXIMUM);
  const paths = [...Object.values(PUBLIC_PATHS).flat(), ...Object.keys(PATHS)];
  const sameLength = paths.filter((known) => withinApi(known).split("/").length === segments.length);
  const byName = new Map(sameLength.map((known) => [withParameters(withinApi(known), segments), known]));
  const nearest = nearestName(misspelled, [...byName.keys()]);
  return nearest === null ? null : (byName.get(nearest) ?? null);
};

const withinApi = (path: string) => path.replace(/^\/api(?=\/)/, "").replace(/\/$/, "");

/** Replaces a path's parameters with the segments that another path has there. */
const withParameters = (path: string, segments: readonly string[]) =>
  path
    .split("/")
    .map((segment, index) => (segment.startsWith("{") ? segments[index] : segment))
    .join("/");

/** Returns the paths that match. A path without parameters wins: `/api/leads/lookup` over `/api/leads/{id}`. */
const pathsOf = (segments: readonly string[]) => {
  const matching = Object.keys(PATHS).filter((known) => hasPath(known, segments));
  const exact = matching.filter((known) => known === segments.join("/"));
  return exact.length > 0 ? exact : matching;
};

const hasPath = (template: string, segments: readonly string[]) => {
  const expected = template.split("/");
  return (
    segments.length === expected.length &&
    expected.every(
      (segment, index) => segment === segments[index] || (segment.startsWith("{") && segments[index] !== ""),
    )
  );
};
