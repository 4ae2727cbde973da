import { beforeEach } from "@jest/globals";
import { captureQueue } from "./webhooks.ts";

/** Mocks the queue of each test. `renew` forgets sent messages, and faults that a test made. */
export const useQueue = () => {
  const queue = {} as ReturnType<typeof captureQueue>;
  const renew = () => {
    Object.assign(queue, captureQueue());
  };
  beforeEach(renew);
  return Object.assign(queue, { renew });
};
