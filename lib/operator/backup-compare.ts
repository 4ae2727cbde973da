import { isDeepStrictEqual } from "node:util";
import { parseCalendars } from "../../shared/calendars/busy-calendar.store.ts";
import { batchesOf } from "../../shared/runtime/collections.ts";
import { parseAttorneyCalendarsKey, parseSettingsPartition } from "../../shared/table/parse-record-keys.ts";
import { readRecord, readRecords } from "../../shared/table/read-records.ts";
import { processRecord } from "../../shared/table/record-fault.ts";
import {
  attorneyCalendarsKey,
  CALENDARS_SORT_KEY,
  type Item,
  type RecordKey,
  SETTINGS_SORT_KEY,
  settingsKey,
} from "../../shared/table/record-keys.ts";
import { scanTable } from "../../shared/table/walk-items.ts";
import { FIRM, GONE, KINDS } from "./compared-kinds.ts";
import { type Change, type Comparison, isNewer } from "./comparison.ts";
import { operatorCommand } from "./operator-command.ts";
import { OneLine, progressOf } from "./output.ts";
import { parseInstant } from "./parse-argument.ts";
import { openTwoTables, type TwoTablesOptions } from "./two-tables.ts";

type Finding = Change & { readonly firm_id: string; readonly kind: string; readonly id: string };

const BATCH_MAXIMUM = 100;

const compareItems = async (comparison: Comparison, items: readonly Item[]): Promise<Finding[]> => {
  const compared = items.flatMap((restored) =>
    KINDS.flatMap(({ parse, ...kind }) => {
      const parsed = parse(restored);
      return parsed && !isNewer(parsed.id, comparison)
        ? [{ ...kind, ...parsed, restored, key: restored as RecordKey }]
        : [];
    }),
  );
  const findings: Finding[] = [];
  for (const batch of batchesOf(compared, BATCH_MAXIMUM)) {
    const { laters } = await readRecords(comparison.old, {
      laters: batch.map(({ key: { pk, sk } }) => ({ key: { pk, sk }, parse: (item?: Item) => item })),
    });
    for (const [index, { kind, compare, ...each }] of batch.entries()) {
      const record = { firm_id: each.firm, kind, id: each.id };
      const change = await skippingFaults(record, comparison, async () =>
        compare({ ...each, later: laters[index] }, comparison),
      );
      if (change) findings.push({ ...record, ...change });
    }
  }
  return findings;
};

type Compared = Pick<Finding, "firm_id" | "kind" | "id">;

/** Names a record that cannot be compared, as if it had not changed. */
const skippingFaults = <Change>(
  { firm_id, kind, id }: Compared,
  { onFault }: Comparison,
  compare: () => Promise<Change | null>,
) =>
  processRecord(compare, (fault) => {
    const part = kind === FIRM ? "" : `${kind} ${id === firm_id ? "" : `${id} `}of the `;
    onFault(`the ${part}firm ${firm_id}`, fault);
    return null;
  });

/** Lists the firms that the restored table does not have yet, and attorneys with busy times that were pushed since. */
const laterItems = async (comparison: Comparison): Promise<Finding[]> => {
  const filter = {
    expression: "sk IN (:settings, :calendars)",
    values: { ":settings": SETTINGS_SORT_KEY, ":calendars": CALENDARS_SORT_KEY },
  };
  const attributes = ["pk", "sk", "version", "calendars"];
  const findings: (Finding | null)[] = [];
  for await (const { items } of scanTable(comparison.old, { filter, attributes, consistent: true }))
    for (const item of items)
      findings.push(await newFirm(item, comparison), await changedPushes(item, comparison));
  return findings.filter((finding) => finding !== null);
};

const newFirm = async ({ pk }: Item, { restored }: Comparison): Promise<Finding | null> => {
  const firm = parseSettingsPartition(String(pk));
  if (firm === null || (await readRecord(restored, { key: settingsKey(firm), parse: Boolean }))) return null;
  return { firm_id: firm, kind: FIRM, id: firm, change: "created", repeat: null };
};

/** Pushes are no events, so that a firm without any other change has to be told of them too. */
const changedPushes = async (later: Item, comparison: Comparison): Promise<Finding | null> => {
  const parsed = parseAttorneyCalendarsKey(later as RecordKey);
  if (parsed === null || isNewer(parsed.attorneyId, comparison)) return null;
  const { firmId, attorneyId } = parsed;
  const record = { firm_id: firmId, kind: "busy times", id: attorneyId };
  return skippingFaults(record, comparison, async () => {
    const key = attorneyCalendarsKey(firmId, attorneyId);
    const before = await readRecord(comparison.restored, { key, parse: pushesOf });
    if (isDeepStrictEqual(before, pushesOf(later))) return null;
    return { ...record, change: "changed", repeat: null };
  });
};

/** Returns the instant of the last push of each calendar. */
const pushesOf = (item: Item | null | undefined) =>
  Object.fromEntries(
    Object.entries(parseCalendars(item).calendars).flatMap(([calendar, { asOf, isFeed }]) =>
      isFeed ? [] : [[calendar, asOf]],
    ),
  );

/** Lists what happened after the instant of a restore, without personal data. Firms that are gone have no further rows. */
const compareTables = async (comparison: Comparison) => {
  const report = progressOf((items) => `${items} items compared`);
  const findings = await laterItems(comparison);
  let count = 0;
  for await (const { items, scanned } of scanTable(comparison.restored, { consistent: true })) {
    const unexpired = items.filter(
      ({ expiresAtEpochSeconds: expiry = Infinity }) => Number(expiry) * 1_000 > comparison.nowMilliseconds,
    );
    findings.push(...(await compareItems(comparison, unexpired)));
    count += scanned;
    report(count);
  }
  const gone = findings.filter(({ change }) => Object.values<string>(GONE).includes(change));
  const isGone = (firm: string) => gone.some(({ id }) => id === firm);
  return findings.filter((each) => gone.includes(each) || !isGone(each.firm_id));
};

type Options = TwoTablesOptions & { readonly at: Date };

const compare = async (options: Options) => {
  const { at, onFault } = options;
  const { from: old, to: restored } = await openTwoTables(options);
  const findings = await compareTables({ old, restored, at, nowMilliseconds: Date.now(), onFault });
  return findings.map((finding) => ({ ...finding, repeat: finding.repeat && new OneLine(finding.repeat) }));
};

export const backupCompareCommand = operatorCommand<Options>({
  usage: "compare",
  description: "list what happened after the instant of a restore, and has to be repeated; changes nothing",
  examples: ["--at 2026-11-22T08:30:00Z --table <TableName> --to intake-prod-20261122"],
  run: compare,
})
  .requiredOption("--at <instant>", "the instant restored to", parseInstant)
  .requiredOption("--to <name>", "the restored table");
