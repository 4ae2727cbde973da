import type { RequestListener } from "node:http";
import { splitTarget } from "./gateway-event.ts";
import { sendResponse } from "./gateway-response.ts";

/** Answers GET of a page by its path, which the API never sees; pages may be added later. */
export const withPages =
  (pages: ReadonlyMap<string, string>, serveApi: RequestListener): RequestListener =>
  (request, response) => {
    const page = request.method === "GET" ? pages.get(splitTarget(request).path) : undefined;
    if (page === undefined) return serveApi(request, response);
    sendResponse(response, {
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: Buffer.from(page),
    });
  };
