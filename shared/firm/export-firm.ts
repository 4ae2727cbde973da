import { isUtf8 } from "node:buffer";
import { MASK } from "../api/masked-secret.ts";
import { withoutBodySecret } from "../sources/masked-body.rules.ts";
import type { Source } from "../sources/source.rules.ts";
import { listSources } from "../sources/source.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { OnFault } from "../table/record-fault.ts";
import type { Item } from "../table/record-keys.ts";
import { type RecordKind, recordKindsOf } from "../table/record-kind.ts";
import type { Table } from "../table/table.ts";
import { scanFirm } from "./firm-items.store.ts";

/**
 * Yields every record of the firm, in no order and without secrets, a page of the table at a time. `onFault` receives
 * unreadable sources. The bodies of their deliveries are omitted, since they may hold a secret.
 */
export async function* exportFirm(
  table: Table,
  firm: FirmId,
  onFault: OnFault,
): AsyncGenerator<{ readonly records: ExportedRecord[]; readonly scanned: number }> {
  const sources = await listSources(table, firm, onFault);
  const bodySecrets = sources.map(({ id, bodySecret }) => [id, bodySecret] as const);
  const exportRecord = recordExporter(firm, new Map(bodySecrets));
  for await (const { items, scanned } of scanFirm(table, firm)) {
    yield { records: items.map(exportRecord), scanned };
  }
}

/** A record as `firm export` writes it, with the kind that its key tells. */
type ExportedRecord = { readonly record: RecordKind } & Item;

type Fields = Readonly<Record<string, unknown>>;

/** The secrets that senders put into their bodies, if any, by the sources that could be read. */
type BodySecrets = ReadonlyMap<string, Source["bodySecret"]>;

/**
 * Exports the stored items of a firm without secrets, hashes of keys and hashes of deliveries. Omits the bodies of a
 * source that is not in `bodySecrets`.
 */
const recordExporter = (firm: FirmId, bodySecrets: BodySecrets): ((item: Item) => ExportedRecord) => {
  const recordKindOf = recordKindsOf(firm);
  return (item) => {
    const record = recordKindOf({ pk: String(item.pk), sk: String(item.sk) });
    const exporter = EXPORTED[record] ?? ((fields) => fields);
    return { record, ...exporter(item, bodySecrets) };
  };
};

const omit = (fields: Fields, ...names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const objectOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const masked = (value: unknown, name: string) =>
  value === null || value === undefined ? null : { ...objectOf(value), [name]: MASK };

type Exporter = (item: Item, bodySecrets: BodySecrets) => Item;

const EXPORTED: Partial<Record<RecordKind, Exporter>> = {
  key: (item) => omit(item, "pk", "sk"),
  conflict_key: (item) => omit(item, "pk"),
  key_entry: (item) => omit(item, "sha256"),
  link: (item) => omit(item, "sha256"),
  calendar_links: (item) => ({
    ...item,
    links: listOf(item.links).map((link) => omit(objectOf(link), "sha256")),
  }),
  member_sessions: (item) => ({
    ...item,
    link: item.link ? omit(objectOf(item.link), "sha256") : null,
    sessions: listOf(item.sessions).map((session) => omit(objectOf(session), "sha256")),
  }),
  source: (item) => ({
    ...item,
    keys: listOf(item.keys).map((key) => omit(objectOf(key), "sha256")),
    signature: masked(item.signature, "secret"),
    bodySecret: masked(item.bodySecret, "value"),
  }),
  webhook: (item) => ({
    ...omit(item, "secret", "previousSecrets"),
    headers: Object.fromEntries(Object.keys(objectOf(item.headers)).map((name) => [name, MASK])),
  }),
  feed: (item) => omit(item, "url", "etag", "lastModified", "context", "meaning"),
  deduplication_record: (item) =>
    omit(item, "bodies", "values", "mapped", "sent", "stored", "fieldsHash", "earlierHashes"),
  inbound_delivery: (item, bodySecrets) => ({
    ...omit(item, "signature", "codedBody", "mapped", "sent", "stored"),
    ...exportedBody(item.body, bodySecrets.get(String(item.pk).split("#").at(-1) ?? "")),
  }),
};

/** Returns text for UTF-8, otherwise base64. Omits a body that could hold an undetectable secret. */
const exportedBody = (body: unknown, secret: Source["bodySecret"] | undefined) => {
  if (!(body instanceof Uint8Array)) return {};
  const shown = secret === undefined ? null : withoutBodySecret(body, secret);
  if (shown === null) return { body: null, bodyEncoding: null };
  return isUtf8(shown)
    ? { body: Buffer.from(shown).toString(), bodyEncoding: "utf8" }
    : { body: Buffer.from(shown).toString("base64"), bodyEncoding: "base64" };
};
