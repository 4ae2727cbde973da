import type { DeclaredRoute } from "../template/declared-stack.ts";

/** A request's route, with the values of its path parameters. */
type RouteMatch = DeclaredRoute & { readonly pathParameters: Readonly<Record<string, string>> };

type CompiledRoute = {
  readonly route: DeclaredRoute;
  readonly method: string;
  readonly pattern: RegExp;
  /** Sorts the more specific first. */
  readonly rank: string;
};

/** @returns what finds the most specific declared route; `path` is still percent-encoded */
export const routeMatcher = (routes: readonly DeclaredRoute[]) => {
  const compiled = routes.map(compile).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method: string, path: string): RouteMatch | undefined => {
    const fits = (one: CompiledRoute) =>
      (one.method === "ANY" || one.method === method) && one.pattern.test(path);
    const found = compiled.find(fits);
    return found && { ...found.route, pathParameters: decodeAll(found.pattern.exec(path)?.groups ?? {}) };
  };
};

/** Last of all routes. */
const DEFAULT = "$default";

const compile = (route: DeclaredRoute): CompiledRoute => {
  if (route.routeKey === DEFAULT) return { route, method: "ANY", pattern: /^/, rank: "9" };
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
  Object.fromEntries(Object.entries(encoded).map(([name, value]) => [name, decode(value)]));

/** Text with a broken percent sequence stays as it was sent. */
export const decode = (encoded: string) => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};
