import { allowedMethods, PUBLIC_PATHS } from "../../shared/allowed-methods.ts";
import { type HttpResult, publicHandler } from "../../shared/api/http-handler.ts";
import { notFound } from "../../shared/schema/app-error.ts";

const [DOCS] = PUBLIC_PATHS["get-docs"];

/** Answers every request without a route of its own: GET of `/`, OPTIONS of a path that has others, and 404. */
export const handler = publicHandler("route-not-found", ({ rawPath, requestContext }): HttpResult => {
  const { method } = requestContext.http;
  if (rawPath === "/" && ["GET", "HEAD"].includes(method))
    return { statusCode: 302, headers: { location: DOCS } };
  const methods = method === "OPTIONS" ? allowedMethods(rawPath) : [];
  if (methods.length === 0) throw notFound("route");
  return { statusCode: 204, headers: { allow: methods.join(", ") } };
});
