import { allowedMethods } from "../../shared/allowed-methods.ts";
import { notFound } from "../../shared/api/app-error.ts";
import { publicHandler } from "../../shared/api/http-handler.ts";

/** Answers every request without a route of its own: OPTIONS of a path that has others, and 404. */
export const handler = publicHandler("route-not-found", ({ rawPath, requestContext }) => {
  const methods = requestContext.http.method === "OPTIONS" ? allowedMethods(rawPath) : [];
  if (methods.length === 0) throw notFound("route");
  return { statusCode: 204, headers: { allow: methods.join(", ") } };
});
