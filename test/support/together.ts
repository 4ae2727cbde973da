import type { ApiResponse } from "./http-call.ts";

/**
 * Sends requests at once, and repeats what is 503, as its caller would: on a busy machine, a request's time can end
 * while it waits for others.
 */
export const together = (count: number, request: (index: number) => Promise<ApiResponse>) =>
  Promise.all(Array.from({ length: count }, (_, index) => untilAvailable(() => request(index))));

const untilAvailable = async (request: () => Promise<ApiResponse>): Promise<ApiResponse> => {
  const response = await request();
  return response.status === 503 ? untilAvailable(request) : response;
};
