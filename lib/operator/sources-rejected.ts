import { millisecondsInHour } from "date-fns/constants";
import { countRejections } from "../../shared/sources/count-rejections.ts";
import { listSources } from "../../shared/sources/source.store.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRows, progressOf } from "./output.ts";
import { parseWholeNumber } from "./parse-whole-number.ts";
import { selectFirms, withFirm } from "./select-firms.ts";

type Options = OperatorOptions & { readonly firm?: string; readonly hours: number };

const listRejected = async (options: Options) => {
  const table = await openTable(options);
  const since = Date.now() - options.hours * millisecondsInHour;
  const firms = await selectFirms(table, options.firm);
  const report = progressOf((count) => `${count} of ${firms.length} firms read`);
  const rows = [];
  for (const [index, { id: firmId }] of firms.entries()) {
    for (const source of await listSources(table, firmId)) {
      const rejections = await countRejections(table, firmId, source.id, since);
      for (const { code, count, lastReceivedAt } of rejections)
        rows.push({
          firm_id: firmId,
          source_id: source.id,
          key: source.key,
          code,
          deliveries: count,
          last_received_at: lastReceivedAt,
        });
    }
    report(index + 1);
  }
  printRows(rows, options);
};

const HOURS_DEFAULT = 24;
/** As long as deliveries are kept. */
const HOURS_MAXIMUM = 30 * 24;

export const sourcesRejectedCommand = () =>
  withFirm(
    operatorCommand({
      usage: "rejected",
      description: "count the rejected deliveries of each source, by the code of their error",
      examples: ["--hours 72 --stage prod", "--firm <firm>"],
    }),
  )
    .option("--hours <number>", "of the last hours", parseWholeNumber(1, HOURS_MAXIMUM), HOURS_DEFAULT)
    .action(listRejected);
