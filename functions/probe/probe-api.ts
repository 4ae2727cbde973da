import { environmentVariable } from "../../shared/runtime/environment.ts";

const baseUrl = environmentVariable("BASE_URL");
/** Undefined until the first firm has given the probe a key. */
const apiKey = process.env.API_KEY;

/** Longer than API Gateway waits for a function, and less than this function's own 45 seconds. */
const TIMEOUT_MILLISECONDS = 35_000;

/** Returns whether API Gateway itself answers with an error, which it counts: the stage's own alarm pages for these. */
const isCounted = ({ status, headers }: Response) => status >= 500 && headers.has("apigw-requestid");

const expectOk = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${baseUrl}${path}`, {
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  await response.arrayBuffer();
  if (response.status !== 200 && !isCounted(response)) throw new Error(`GET ${path}: ${response.status}`);
};

/** Calls the API as anybody and, with a key, as a firm does. The invocation fails if one call gets no answer, or is refused. */
export const handler = async (): Promise<void> => {
  await Promise.all([
    expectOk("/api/openapi.json"),
    apiKey && expectOk("/api/me", { authorization: `Bearer ${apiKey}` }),
  ]);
};
