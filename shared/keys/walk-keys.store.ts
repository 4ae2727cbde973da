import * as z from "zod/mini";
import { parseKey, type StoredKey } from "../api/keys/key-store.ts";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type OnFault, parseEach } from "../table/record-fault.ts";
import {
  apiKeyRecordKey,
  CALENDAR_LINKS_PREFIX,
  FIRM_KEY_PREFIX,
  type Item,
  linkPartition,
  SESSIONS_PREFIX,
  SOURCE_PREFIX,
  settingsPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { scanTable, walkRecords } from "../table/walk-items.ts";
import { readKeys } from "./firm-key.store.ts";

const BATCH_MAXIMUM = 100;

/**
 * Yields the firm's API keys, then its ingestion keys, then those of calendar links, members who sign in and clients'
 * links. `onFault` receives unreadable records.
 */
export async function* walkKeys(table: Table, firm: FirmId, onFault: OnFault): AsyncGenerator<StoredKey> {
  let hashes: string[] = [];
  for await (const sha256 of walkKeyHashes(table, firm, onFault)) {
    hashes.push(sha256);
    if (hashes.length < BATCH_MAXIMUM) continue;
    yield* await readKeys(table, hashes, onFault);
    hashes = [];
  }
  yield* await readKeys(table, hashes, onFault);
}

const pointerItem = lazy(() => z.object({ sha256: z.string() }));
const sourceItem = lazy(() => z.object({ keys: z.array(z.object({ sha256: z.string() })) }));
const sessionsItem = lazy(() =>
  z.object({ link: z.nullable(pointerItem()), sessions: z.array(pointerItem()) }),
);
const calendarLinksItem = lazy(() => z.object({ links: z.array(z.object({ sha256: z.string() })) }));

/**
 * Yields the hash of each API key of the firm, then of each ingestion key, calendar link, session, sign-in link and
 * client's link, expired ones included.
 * `onFault` receives the records that cannot be read.
 */
export async function* walkKeyHashes(table: Table, firm: FirmId, onFault: OnFault): AsyncGenerator<string> {
  const pk = settingsPartition(firm);
  const ofPointer = (item: Item) => [pointerItem().parse(item).sha256];
  const ofSource = (item: Item) => hashesOf(sourceItem().parse(item).keys);
  const ofSessions = (item: Item) => {
    const { link, sessions } = sessionsItem().parse(item);
    return hashesOf([...(link ? [link] : []), ...sessions]);
  };
  const ofCalendarLinks = (item: Item) => hashesOf(calendarLinksItem().parse(item).links);
  const walks = [
    { pk, sortPrefix: FIRM_KEY_PREFIX, attributes: ["sk", "sha256"], kind: "key", parse: ofPointer },
    { pk, sortPrefix: SOURCE_PREFIX, attributes: ["sk", "keys"], kind: "source", parse: ofSource },
    {
      pk,
      sortPrefix: CALENDAR_LINKS_PREFIX,
      attributes: ["sk", "links"],
      kind: "calendar links",
      parse: ofCalendarLinks,
    },
    {
      pk,
      sortPrefix: SESSIONS_PREFIX,
      attributes: ["sk", "link", "sessions"],
      kind: "sessions",
      parse: ofSessions,
    },
    { pk: linkPartition(firm), attributes: ["sk", "sha256"], kind: "link", parse: ofPointer },
  ];
  for (const walk of walks)
    for await (const page of walkRecords(table, { ...walk, onFault })) yield* page.flat();
}

const hashesOf = (keys: readonly { readonly sha256: string }[]) => keys.map(({ sha256 }) => sha256);

/**
 * Yields the API and ingestion keys of all firms that end in these four characters. Reads the whole table, because only
 * the operator needs this, and no index has it. `onFault` receives keys that cannot be read.
 */
export async function* scanKeysEndingIn(
  table: Table,
  lastFour: string,
  { onScanned, onFault }: { readonly onScanned: (items: number) => void; readonly onFault: OnFault },
): AsyncGenerator<StoredKey> {
  const filter = {
    expression: "sk = :key AND lastFour = :lastFour",
    values: { ":key": apiKeyRecordKey("").sk, ":lastFour": lastFour },
  };
  let scanned = 0;
  for await (const page of scanTable(table, { filter })) {
    yield* parseEach(page.items, parseKey, ({ id }, fault) => onFault(`the key ${String(id)}`, fault));
    scanned += page.scanned;
    onScanned(scanned);
  }
}
