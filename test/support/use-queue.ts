import { beforeEach } from "@jest/globals";
import { captureQueue } from "./webhooks.ts";

/** The queue of each test; `renew` forgets what was sent, and how a test made the queue fail. */
export const useQueue = () => {
  const queue = {} as ReturnType<typeof captureQueue>;
  const renew = () => {
    Object.assign(queue, captureQueue());
  };
  beforeEach(renew);
  return Object.assign(queue, { renew });
};
