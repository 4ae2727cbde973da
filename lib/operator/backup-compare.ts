import { batchesOf } from "../../shared/runtime/collections.ts";
import { parseSettingsPartition } from "../../shared/table/parse-record-keys.ts";
import { readRecord, readRecords } from "../../shared/table/read-records.ts";
import { type Item, type RecordKey, SETTINGS_SORT_KEY, settingsKey } from "../../shared/table/record-keys.ts";
import { scanTable } from "../../shared/table/walk-items.ts";
import { type Change, type Comparison, FIRM, GONE, isNewer, KINDS } from "./compared-kinds.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { progressOf } from "./output.ts";
import { parseInstant } from "./parse-argument.ts";

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
      const change = await compare({ ...each, later: laters[index] }, comparison);
      if (change) findings.push({ firm_id: each.firm, kind, id: each.id, ...change });
    }
  }
  return findings;
};

/** Lists the firms that the restored table does not have yet. */
const newFirms = async ({ old, restored }: Comparison): Promise<Finding[]> => {
  const filter = { expression: "sk = :settings", values: { ":settings": SETTINGS_SORT_KEY } };
  const findings: Finding[] = [];
  for await (const { items } of scanTable(old, { filter, attributes: ["pk"], consistent: true }))
    for (const { pk } of items) {
      const firm = parseSettingsPartition(String(pk));
      if (firm === null || (await readRecord(restored, { key: settingsKey(firm), parse: Boolean }))) continue;
      findings.push({ firm_id: firm, kind: FIRM, id: firm, change: "created", repeat: null });
    }
  return findings;
};

/** Lists what happened after the instant of a restore, without personal data. Firms that are gone have no further rows. */
const compareTables = async (comparison: Comparison) => {
  const report = progressOf((items) => `${items} items compared`);
  const findings = await newFirms(comparison);
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

type Options = OperatorOptions & { readonly to: string; readonly at: Date };

const compare = async (options: Options) => {
  const old = await openTable(options);
  const restored = { client: old.client, name: options.to };
  return compareTables({ old, restored, at: options.at, nowMilliseconds: Date.now() });
};

export const backupCompareCommand = operatorCommand<Options>({
  usage: "compare",
  description: "list what happened after the instant of a restore, and has to be repeated; changes nothing",
  examples: ["--at 2026-11-22T08:30:00Z --table <TableName> --to intake-prod-20261122"],
  run: compare,
})
  .requiredOption("--at <instant>", "the instant restored to", parseInstant)
  .requiredOption("--to <name>", "the restored table");
