import { environmentVariable } from "../../shared/runtime/environment.ts";

const url = environmentVariable("PROBED_URL");

/** Longer than API Gateway waits for a function, and less than this function's own 45 seconds. */
const TIMEOUT_MILLISECONDS = 35_000;

/** Returns whether API Gateway itself answers with an error, which it counts: the stage's own alarm pages for these. */
const isCounted = ({ status, headers }: Response) => status >= 500 && headers.has("apigw-requestid");

/** Returns whether a function of the service answers. What stands before it may refuse with 401 too, but not by this code. */
const isOurs = ({ status }: Response, body: string) =>
  status === 401 && body.includes('"code":"missing_key"');

/** Calls the API without a key. The invocation fails if nothing answers, or anything but the service. */
export const handler = async (): Promise<void> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
  const body = await response.text();
  if (!isOurs(response, body) && !isCounted(response))
    throw new Error(`GET ${new URL(url).pathname}: ${response.status}, not the service's own 401`);
};
