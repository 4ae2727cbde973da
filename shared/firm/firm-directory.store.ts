import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import { parseSettingsPartition } from "../table/parse-record-keys.ts";
import { type OnFault, parseEach } from "../table/record-fault.ts";
import {
  FIRM_KEY_PREFIX,
  type Item,
  KEY_COUNTS_SORT_KEY,
  MEMBER_PREFIX,
  SETTINGS_SORT_KEY,
  SOURCE_PREFIX,
  settingsPartition,
  WEBHOOK_PREFIX,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { scanTable, walkPartition } from "../table/walk-items.ts";

/** A firm in the operator's list. */
export type FirmEntry = {
  readonly id: FirmId;
  readonly name: string;
  readonly timeZone: string;
  /** ISO-8601 UTC instant, or null. */
  readonly disabledAt: string | null;
};

const scannedItem = lazy(() =>
  z.object({
    pk: z.string(),
    name: z.optional(z.string()),
    timeZone: z.optional(z.string()),
    firmDisabledAt: z.optional(z.string()),
  }),
);

/**
 * Lists every firm, by name. Reads the whole table, because only the operator lists firms, and no index has them.
 * `onFault` receives firms that cannot be read.
 */
export const listFirms = async (
  table: Table,
  { onScanned, onFault }: { readonly onScanned: (items: number) => void; readonly onFault: OnFault },
): Promise<FirmEntry[]> => {
  const found: Item[] = [];
  let scanned = 0;
  for await (const page of scanTable(table, FIRM_SCAN)) {
    found.push(...page.items);
    scanned += page.scanned;
    onScanned(scanned);
  }
  return toEntries(
    parseEach(
      found,
      (item) => scannedItem().parse(item),
      ({ pk }, fault) => onFault(`the settings ${String(pk)}`, fault),
    ),
  );
};

const FIRM_SCAN = {
  filter: {
    expression: "sk = :settings OR (sk = :counts AND attribute_exists(firmDisabledAt))",
    values: { ":settings": SETTINGS_SORT_KEY, ":counts": KEY_COUNTS_SORT_KEY },
  },
  attributes: ["pk", "name", "timeZone", "firmDisabledAt"],
};

type ScannedItem = z.output<ReturnType<typeof scannedItem>>;

const toEntries = (parsed: readonly ScannedItem[]): FirmEntry[] => {
  const disabledAt = new Map(parsed.map(({ pk, firmDisabledAt }) => [firmDisabledAt && pk, firmDisabledAt]));
  return parsed
    .flatMap(({ pk, name, timeZone }) => {
      const id = parseSettingsPartition(pk);
      if (id === null || name === undefined || timeZone === undefined) return [];
      return [{ id, name, timeZone, disabledAt: disabledAt.get(pk) ?? null }];
    })
    .sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id));
};

const COUNTED = {
  keys: FIRM_KEY_PREFIX,
  members: MEMBER_PREFIX,
  sources: SOURCE_PREFIX,
  webhooks: WEBHOOK_PREFIX,
} as const;

type DocumentCounts = Record<keyof typeof COUNTED, number>;

/** Returns the number of the firm's settings documents of each kind. */
export const countDocuments = async (table: Table, firm: FirmId): Promise<DocumentCounts> => {
  const counts: DocumentCounts = { keys: 0, members: 0, sources: 0, webhooks: 0 };
  for await (const items of walkPartition(table, { pk: settingsPartition(firm), attributes: ["sk"] })) {
    for (const [kind, prefix] of Object.entries(COUNTED)) {
      counts[kind as keyof DocumentCounts] += items.filter(({ sk }) => String(sk).startsWith(prefix)).length;
    }
  }
  return counts;
};
