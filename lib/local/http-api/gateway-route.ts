import type { DeclaredRoute } from "../template/declared-routes.ts";

/** A request's route, with the values of its path parameters. */
type RouteMatch = DeclaredRoute & { readonly pathParameters: Readonly<Record<string, string>> };

type CompiledRoute = {
  readonly route: DeclaredRoute;
  readonly method: string;
  readonly pattern: RegExp;
  /** Sorts more specific routes first. */
  readonly rank: string;
};

/** @returns a function that finds the most specific route of a method and percent-encoded path */
export const createRouteMatcher = (routes: readonly DeclaredRoute[]) => {
  const compiled = routes.map(compileRoute).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method: string, path: string): RouteMatch | undefined => {
    const match = compiled.find(
      (candidate) =>
        (candidate.method === "ANY" || candidate.method === method) && candidate.pattern.test(path),
    );
    return match && { ...match.route, pathParameters: decodeAll(match.pattern.exec(path)?.groups ?? {}) };
  };
};

/** Matches when no other route does. */
const DEFAULT_ROUTE = "$default";

const compileRoute = (route: DeclaredRoute): CompiledRoute => {
  if (route.routeKey === DEFAULT_ROUTE) return { route, method: "ANY", pattern: /^/, rank: "9" };
  const [method = "", path = ""] = route.routeKey.split(" ");
  const segments = path.split("/").slice(1);
  const source = segments.map((segment) => `/${segmentPattern(segment)}`).join("");
  const rank = segments.map(segmentRank).join("") + (method === "ANY" ? "1" : "0");
  return { route, method, pattern: new RegExp(`^${source}$`), rank };
};

const PARAMETER = /^\{(\w+)(\+?)\}$/;

const segmentPattern = (segment: string) => {
  const [, name, greedy] = PARAMETER.exec(segment) ?? [];
  if (name === undefined) return segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return greedy ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`;
};

const segmentRank = (segment: string) => {
  if (!PARAMETER.test(segment)) return "0";
  return segment.endsWith("+}") ? "2" : "1";
};

const decodeAll = (encoded: Record<string, string>) =>
  Object.fromEntries(Object.entries(encoded).map(([name, value]) => [name, decodeOrKeep(value)]));

/** Percent-decodes text; returns it unchanged if a sequence is malformed. */
export const decodeOrKeep = (encoded: string) => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};
