import type { AwsCall, RestService } from "./aws-call.ts";

type Route = {
  readonly service: RestService;
  readonly operation: string;
  readonly method: string;
  /** Its named groups are parameters of the call. */
  readonly path: RegExp;
};

const ROUTES: readonly Route[] = [
  {
    service: "lambda",
    operation: "Invoke",
    method: "POST",
    path: /^\/2015-03-31\/functions\/(?<FunctionName>[^/]+)\/invocations$/,
  },
  {
    service: "lambda",
    operation: "GetEventSourceMapping",
    method: "GET",
    path: /^\/2015-03-31\/event-source-mappings\/(?<UUID>[^/]+)$/,
  },
  { service: "s3", operation: "ListObjectsV2", method: "GET", path: /^\/(?<Bucket>[^/]+)\/?$/ },
  { service: "s3", operation: "GetObject", method: "GET", path: /^\/(?<Bucket>[^/]+)\/(?<Key>.+)$/ },
  { service: "s3", operation: "DeleteObject", method: "DELETE", path: /^\/(?<Bucket>[^/]+)\/(?<Key>.+)$/ },
];

/**
 * Identifies a call of a REST protocol; undefined for one that is not hosted. The parameters of path and query and the
 * `body` form its request.
 */
export const parseRestCall = (
  method: string,
  address: string,
  body: string,
): Pick<AwsCall, "service" | "operation" | "request"> | undefined => {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  for (const { service, operation, path, ...route } of ROUTES) {
    const match = route.method === method ? path.exec(pathname) : null;
    if (match === null) continue;
    const parameters = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    const request = { ...Object.fromEntries([...searchParams, ...parameters]), body };
    return { service, operation, request };
  }
  return undefined;
};
