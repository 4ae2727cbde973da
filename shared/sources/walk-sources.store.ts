import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { FirmId } from "../table/firm-id.ts";
import { SOURCE_PREFIX, settingsPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";
import type { Source } from "./source.rules.ts";
import { storedBodySecret, storedMapping } from "./source-settings.contract.ts";

/** A source's id, and its key, which is the `source` of its leads. */
export type SourceIdentity = { readonly id: string; readonly key: string };

export const listSourceIdentities = async (table: Table, firm: FirmId): Promise<SourceIdentity[]> => {
  const names: SourceIdentity[] = [];
  const sources = { pk: settingsPartition(firm), sortPrefix: SOURCE_PREFIX, attributes: ["id", "key"] };
  for await (const items of walkPartition(table, sources)) {
    names.push(...items.map(({ id, key }) => ({ id: String(id), key: String(key) })));
  }
  return names;
};

/** What it takes to read deliveries of a source. */
export type SourceReading = SourceIdentity & Pick<Source, "mapping" | "jsonFields">;

const readingItem = lazy(() =>
  z.object({
    id: z.string(),
    key: z.string(),
    mapping: storedMapping(),
    jsonFields: z._default(z.array(z.string()), []),
  }),
);

export const listSourceReadings = async (table: Table, firm: FirmId): Promise<SourceReading[]> => {
  const readings: SourceReading[] = [];
  const sources = {
    pk: settingsPartition(firm),
    sortPrefix: SOURCE_PREFIX,
    attributes: ["id", "key", "mapping", "jsonFields"],
  };
  for await (const items of walkPartition(table, sources)) {
    readings.push(...items.map((item) => readingItem().parse(item)));
  }
  return readings;
};

const secretItem = lazy(() =>
  z.object({ id: z.string(), bodySecret: z._default(z.nullable(storedBodySecret()), null) }),
);

/** The secrets that senders put into bodies, by the ids of their sources. */
export const listSourceSecrets = async (table: Table, firm: FirmId): Promise<ReadonlyMap<string, string>> => {
  const secrets = new Map<string, string>();
  const sources = {
    pk: settingsPartition(firm),
    sortPrefix: SOURCE_PREFIX,
    attributes: ["id", "bodySecret"],
  };
  for await (const items of walkPartition(table, sources)) {
    for (const item of items) {
      const { id, bodySecret } = secretItem().parse(item);
      if (bodySecret) secrets.set(id, bodySecret.value);
    }
  }
  return secrets;
};
