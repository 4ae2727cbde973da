import type { FirmId } from "../../shared/table/firm-id.ts";
import * as recordKeys from "../../shared/table/record-keys.ts";

type KeyOf = (...parts: readonly unknown[]) => recordKeys.RecordKey;

/** Returns the key that each function of `record-keys.ts` makes, with a name in angle brackets for what varies. */
export const everyKey = (firm: FirmId) => {
  /** What the functions take that take anything else than a firm and ids. */
  const parts: Readonly<Record<string, readonly unknown[]>> = {
    apiKeyRecordKey: ["<sha256>"],
    busyTimesKey: [firm, "<id>", { date: "<date>", calendar: "<calendar>" }],
  };
  return Object.entries<unknown>(recordKeys)
    .filter(([name]) => /^(?!sha256).*Key$/.test(name))
    .map(([name, keyOf]) => ({ name, key: (keyOf as KeyOf)(...(parts[name] ?? [firm, "<id>", "<id>"])) }));
};
