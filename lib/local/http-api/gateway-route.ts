import { StartError } from "../host/start-error.ts";
import type { DeclaredRoute } from "../template/declared-stack.ts";

/** A request's route, with the values of its path parameters. */
type RouteMatch = DeclaredRoute & { readonly pathParameters: Readonly<Record<string, string>> };

const ROUTE_KEY = /^([A-Z]+) ((?:\/(?:\{\w+\}|[^/{}]+))+)$/;

/**
 * @returns a function that finds the most specific route of a method and percent-encoded path
 * @throws StartError if `$default` is missing, or for a route key with `ANY` or a greedy parameter, which the service
 * does not use
 */
export const createRouteMatcher = (routes: readonly DeclaredRoute[]) => {
  const fallback = routes.find(({ routeKey }) => routeKey === "$default");
  if (!fallback) throw new StartError("The HTTP API has no route $default.");
  const compiled = routes
    .filter((route) => route !== fallback)
    .map(compileRoute)
    // literal segments precede parameters
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return (method: string, path: string): RouteMatch => {
    for (const { route, pattern } of compiled) {
      const match = route.routeKey.startsWith(`${method} `) && pattern.exec(path);
      if (match) return { ...route, pathParameters: decodeAll(match.groups ?? {}) };
    }
    return { ...fallback, pathParameters: {} };
  };
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a function that masks a path except words of routes and ids. All else may be a name or a key. */
export const createPathMask = (routes: readonly DeclaredRoute[]) => {
  const words = new Set(routes.flatMap(({ routeKey }) => routeKey.split("/")));
  return (path: string) =>
    path
      .split("/")
      .map((segment) => (segment === "" || words.has(segment) || UUID.test(segment) ? segment : "…"))
      .join("/");
};

const compileRoute = (route: DeclaredRoute) => {
  const [, method, path = ""] = ROUTE_KEY.exec(route.routeKey) ?? [];
  if (method === undefined || method === "ANY")
    throw new StartError(`The local service cannot host the route ${route.routeKey}.`);
  const segments = path.split("/");
  const source = segments.map((segment) =>
    segment.startsWith("{") ? `(?<${segment.slice(1, -1)}>[^/]+)` : segment.replace(/[.*+?^$()|]/g, "\\$&"),
  );
  const rank = segments.map((segment) => (segment.startsWith("{") ? "1" : "0")).join("");
  return { route, pattern: new RegExp(`^${source.join("/")}$`), rank };
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
