import { environmentVariable } from "../../shared/runtime/environment.ts";

const baseUrl = environmentVariable("BASE_URL");
const apiKey = environmentVariable("API_KEY");

/** Less than the function's own 20 seconds, so that the log names a hanging API. */
const TIMEOUT_MILLISECONDS = 15_000;

const expectOk = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${baseUrl}${path}`, {
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status}`);
};

/** Calls the API as anybody and as a firm does. The invocation fails if one call gets no answer. */
export const handler = async (): Promise<void> => {
  await Promise.all([
    expectOk("/api/openapi.json"),
    expectOk("/api/me", { authorization: `Bearer ${apiKey}` }),
  ]);
};
