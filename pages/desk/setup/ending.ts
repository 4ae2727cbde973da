import { useMemo } from "preact/hooks";
import { IntakeApiError, type RequestOptions } from "../../../client/src/index.ts";
import { createWrite, type Write } from "../requests.ts";

type Ending = {
  readonly what: string;
  readonly id: string;
  readonly send: (options: RequestOptions) => Promise<void>;
};

const orGone = (error: unknown): void => {
  if (!(error instanceof IntakeApiError && error.code === "not_found")) throw error;
};

/** Ends an entry of a list for good: what is not in the list any more has ended. */
export const useEnding = (
  list: () => Promise<readonly { readonly id: string }[]>,
): { readonly write: Write<boolean>; readonly end: (ending: Ending) => Promise<void> } => {
  const write = useMemo(() => createWrite<boolean>(), []);
  const end = async ({ what, id, send }: Ending) => {
    const hasEnded = await write.run({
      what,
      typed: id,
      send: (options) =>
        send(options)
          .catch(orGone)
          .then(() => true),
      find: async () => ((await list()).some((entry) => entry.id === id) ? null : true),
    });
    if (hasEnded) await list().catch(() => {});
  };
  return { write, end };
};
