import { publicHandler } from "../../shared/api/http-handler.ts";
import type { HttpResult } from "../../shared/api/http-types.ts";
import { allowedMethods, nearestPath, PUBLIC_PATHS } from "../../shared/routes.ts";
import { AppError, notFound } from "../../shared/schema/app-error.ts";

const [DOCS] = PUBLIC_PATHS["get-docs"];

/**
 * Answers every request without a route: GET of `/`, OPTIONS of a path with other methods, and 404 with a hint
 * otherwise.
 */
export const handler = publicHandler("route-not-found", ({ rawPath, requestContext }): HttpResult => {
  const { method } = requestContext.http;
  if (rawPath === "/" && ["GET", "HEAD"].includes(method))
    return { statusCode: 302, headers: { location: DOCS } };
  const methods = allowedMethods(rawPath);
  if (methods.length === 0) throw unknownPath(rawPath);
  if (method !== "OPTIONS") throw noRoute(`this path has ${methods.join(", ")}.`);
  return { statusCode: 204, headers: { allow: methods.join(", ") } };
});

const unknownPath = (path: string) => {
  const nearest = nearestPath(path);
  return nearest === null ? notFound("route") : noRoute(`did you mean ${nearest}?`);
};

const noRoute = (hint: string) => new AppError("not_found", `No such route: ${hint}`);
