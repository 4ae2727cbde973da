/** Requests that match no route, and the status of the answer. */
const REQUESTS = [
  { method: "GET", path: "/api/smoke-test", status: 404 },
  { method: "OPTIONS", path: "/api/consultations", status: 204 },
] as const;

/** @throws when a request without a route is answered by anything but the fallback */
export const checkFallback = async (baseUrl: string): Promise<void> => {
  for (const { method, path, status } of REQUESTS) {
    const response = await fetch(new URL(path, baseUrl), { method });
    await response.arrayBuffer();
    if (response.status !== status || !response.headers.has("x-request-id"))
      throw new Error(`${method} ${path} is answered ${response.status} instead of ${status}.`);
  }
};
