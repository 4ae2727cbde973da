import { CONSULTATION_STATUSES } from "../../shared/consultations/consultation.rules.ts";
import { batchesOf } from "../../shared/runtime/collections.ts";
import { createdAtMilliseconds, isUuid } from "../../shared/runtime/record-id.ts";
import { readRecords } from "../../shared/table/read-records.ts";
import {
  FEED_PREFIX,
  type Item,
  KEY_COUNTS_SORT_KEY,
  MEMBER_PREFIX,
  type RecordKey,
  SETTINGS_SORT_KEY,
  SOURCE_PREFIX,
  WEBHOOK_PREFIX,
} from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { scanTable } from "../../shared/table/walk-items.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { progressOf } from "./output.ts";
import { parseInstant } from "./parse-argument.ts";

/** A change after the instant, and the command that repeats it; null if only the firm can. */
type Change = { readonly change: string; readonly repeat: string | null };
type Finding = Change & { readonly firm_id: string; readonly kind: string; readonly id: string };

type Pair = {
  readonly firm: string;
  readonly id: string;
  /** The item as the restored table has it. */
  readonly restored: Item;
  /** The item as the old table has it; undefined if it was deleted after the instant. */
  readonly later: Item | undefined;
};

type Kind = {
  readonly kind: string;
  /** Returns the firm and the record's id; null for another kind of item. */
  readonly parse: (item: Item) => { readonly firm: string; readonly id: string } | null;
  readonly compare: (pair: Pair) => Change | null;
};

/** Parses the items of a firm's partition of that name; of its settings without a name. */
const ofFirm = (partition: string, sortKey: RegExp) => (item: Item) => {
  const [, firm = "", name = ""] = /^FIRM#([^#]+)(?:#(\w+))?$/.exec(String(item.pk)) ?? [];
  const [, id] = sortKey.exec(String(item.sk)) ?? [];
  return firm !== "" && name === partition && id !== undefined ? { firm, id: id || firm } : null;
};

const FIRM = "firm";

/** Returns a change of a document that only the firm can repeat. */
const changedByFirm = ({ restored, later }: Pair): Change | null => {
  if (later !== undefined && restored.version === later.version) return null;
  return { change: later === undefined ? "deleted" : "changed", repeat: null };
};

const KINDS: readonly Kind[] = [
  {
    kind: FIRM,
    parse: ofFirm("", new RegExp(`^${SETTINGS_SORT_KEY}()$`)),
    compare: ({ firm, later }) =>
      later ? null : { change: "erased", repeat: `firm disable ${firm}; firm erase ${firm}` },
  },
  {
    kind: FIRM,
    parse: ofFirm("", new RegExp(`^${KEY_COUNTS_SORT_KEY}()$`)),
    compare: ({ firm, restored, later }) => {
      const [before, after] = [restored, later].map((item) => item?.firmDisabledAt !== undefined);
      if (before === after) return null;
      return after
        ? { change: "disabled", repeat: `firm disable ${firm}` }
        : { change: "enabled", repeat: `firm enable ${firm}` };
    },
  },
  {
    kind: FIRM,
    parse: ofFirm("", new RegExp(`^${KEY_COUNTS_SORT_KEY}()$`)),
    compare: ({ firm, restored, later }) => {
      const [before, after] = [restored, later].map((item) => item?.firmRequestsPerMinute ?? "none");
      if (before === after) return null;
      return { change: "limited", repeat: `firm limit ${firm} --requests-per-minute ${after}` };
    },
  },
  {
    kind: "settings",
    parse: ofFirm("", new RegExp(`^${SETTINGS_SORT_KEY}()$`)),
    compare: changedByFirm,
  },
  {
    kind: "source",
    parse: ofFirm("", new RegExp(`^${SOURCE_PREFIX}(.+)$`)),
    compare: changedByFirm,
  },
  {
    kind: "member",
    parse: ofFirm("", new RegExp(`^${MEMBER_PREFIX}(.+)$`)),
    compare: (pair) =>
      pair.restored.active && pair.later?.active === false
        ? { change: "deactivated", repeat: `member deactivate ${pair.firm} ${pair.id}` }
        : changedByFirm(pair),
  },
  {
    kind: "feed",
    parse: ({ pk, sk }) => {
      const [, firm] = /^FIRM#([^#]+)#DAY#/.exec(String(pk)) ?? [];
      const [, id] = new RegExp(`^${FEED_PREFIX}(.+)$`).exec(String(sk)) ?? [];
      return firm && id ? { firm, id } : null;
    },
    compare: ({ firm, id, restored, later }) =>
      later ? null : { change: "deleted", repeat: `feed delete ${firm} ${restored.attorneyId} ${id}` },
  },
  {
    kind: "key",
    parse: ({ pk, sk, firmId, id }) =>
      /^KEY#/.test(String(pk)) && sk === "KEY" ? { firm: String(firmId), id: String(id) } : null,
    compare: ({ firm, id, restored, later }) => {
      if (later === undefined) return { change: "revoked", repeat: `key revoke ${firm} ${id}` };
      if (restored.version === later.version) return null;
      return { change: "changed", repeat: later.enabled === false ? `key revoke ${firm} ${id}` : null };
    },
  },
  {
    kind: "webhook",
    parse: ofFirm("", new RegExp(`^${WEBHOOK_PREFIX}(.+)$`)),
    compare: (pair) => {
      const change = changedByFirm(pair);
      return change && { ...change, repeat: `webhooks delete ${pair.firm} ${pair.id}` };
    },
  },
  {
    kind: "lead",
    parse: ofFirm("LEAD", /^(.+)$/),
    compare: ({ firm, id, restored, later }) =>
      later?.erasure && !restored.erasure ? { change: "erased", repeat: `lead erase ${firm} ${id}` } : null,
  },
  {
    kind: "consultation",
    parse: ofFirm("CONSULTATION", /^(.+)$/),
    compare: ({ firm, id, restored, later }) => {
      const change = changeOf(restored, later);
      if (change === null) return null;
      const cancel = `consultation cancel ${firm} ${id}`;
      if (change === "canceled") return { change, repeat: cancel };
      return { change, repeat: restored.dueAt ? `${cancel} --reminders-only` : null };
    },
  },
  {
    kind: "events",
    parse: ofFirm("EVENTLOG", /^OPEN()$/),
    compare: ({ restored, later }) => {
      const [before, after] = [restored, later].map((item) => JSON.stringify(item?.eventIds ?? []));
      return before === after ? null : { change: "lost", repeat: null };
    },
  },
];

/** Returns what happened to an open consultation after the instant, if it can no longer take place as restored. */
const changeOf = ({ status, startAt }: Item, later: Item | undefined) => {
  if (!isOpen(status) || later === undefined) return null;
  if (!isOpen(later.status)) return String(later.status);
  return startAt === later.startAt ? null : "moved";
};

const isOpen = (status: unknown) =>
  Object.entries(CONSULTATION_STATUSES).some(([name, { isOpen: open }]) => name === status && open);

const BATCH_MAXIMUM = 100;

type Comparison = {
  /** The table on which the stage has worked since the instant. */
  readonly old: Table;
  /** The table on which it is to work. */
  readonly restored: Table;
  /** The instant restored to. */
  readonly at: Date;
};

/** Returns whether a record is older than the instant. In a way back, the table restored to it never had a newer one. */
const isOlder = (id: string, at: Date) => !isUuid(id) || createdAtMilliseconds(id) <= at.getTime();

const compareItems = async ({ old, at }: Comparison, items: readonly Item[]): Promise<Finding[]> => {
  const compared = items.flatMap((restored) =>
    KINDS.flatMap(({ parse, ...kind }) => {
      const parsed = parse(restored);
      return parsed && isOlder(parsed.id, at)
        ? [{ ...kind, ...parsed, restored, key: restored as RecordKey }]
        : [];
    }),
  );
  const findings: Finding[] = [];
  for (const batch of batchesOf(compared, BATCH_MAXIMUM)) {
    const { laters } = await readRecords(old, {
      laters: batch.map(({ key: { pk, sk } }) => ({ key: { pk, sk }, parse: (item?: Item) => item })),
    });
    for (const [index, { kind, compare, ...each }] of batch.entries()) {
      const change = compare({ ...each, later: laters[index] });
      if (change) findings.push({ firm_id: each.firm, kind, id: each.id, ...change });
    }
  }
  return findings;
};

/** Lists what happened after the instant of a restore, without personal data. Erased firms have no further rows. */
const compareTables = async (comparison: Comparison, nowMilliseconds: number) => {
  const report = progressOf((items) => `${items} items compared`);
  const findings: Finding[] = [];
  let count = 0;
  for await (const { items, scanned } of scanTable(comparison.restored, { consistent: true })) {
    const unexpired = items.filter(
      ({ expiresAtEpochSeconds: expiry = Infinity }) => Number(expiry) * 1_000 > nowMilliseconds,
    );
    findings.push(...(await compareItems(comparison, unexpired)));
    count += scanned;
    report(count);
  }
  const erased = findings.filter(({ kind, change }) => kind === FIRM && change === "erased");
  const isErased = (firm: string) => erased.some(({ id }) => id === firm);
  return findings.filter((each) => erased.includes(each) || !isErased(each.firm_id));
};

type Options = OperatorOptions & { readonly to: string; readonly at: Date };

const compare = async (options: Options) => {
  const old = await openTable(options);
  const restored = { client: old.client, name: options.to };
  return compareTables({ old, restored, at: options.at }, Date.now());
};

export const backupCompareCommand = operatorCommand<Options>({
  usage: "compare",
  description: "list what happened after the instant of a restore, and has to be repeated; changes nothing",
  examples: ["--at 2026-11-22T08:30:00Z --table <TableName> --to intake-prod-20261122"],
  run: compare,
})
  .requiredOption("--at <instant>", "the instant restored to", parseInstant)
  .requiredOption("--to <name>", "the restored table");
