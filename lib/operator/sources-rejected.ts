import { millisecondsInHour } from "date-fns/constants";
import { countRejections } from "../../shared/sources/count-rejections.ts";
import { listSources } from "../../shared/sources/source.store.ts";
import { operatorCommand } from "./operator-command.ts";
import { parseWholeNumber } from "./parse-argument.ts";
import { type FirmOptions, printRowsOfFirms, withFirm } from "./select-firms.ts";

type Options = FirmOptions & { readonly hours: number };

const listRejected = ({ hours, ...options }: Options) => {
  const since = Date.now() - hours * millisecondsInHour;
  return printRowsOfFirms(options, async (table, { id: firmId }) => {
    const rows = [];
    for (const source of await listSources(table, firmId))
      for (const { code, count, lastReceivedAt } of await countRejections(table, firmId, source.id, since))
        rows.push({
          firm_id: firmId,
          source_id: source.id,
          key: source.key,
          code,
          deliveries: count,
          last_received_at: lastReceivedAt,
        });
    return rows;
  });
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
