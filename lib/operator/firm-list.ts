import { findFirm } from "../../shared/firm/find-firm.ts";
import { countDocuments, listFirms } from "../../shared/firm/firm-directory.store.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord, printRows, progressOf } from "./output.ts";

const list = async (options: OperatorOptions) => {
  const firms = await listFirms(
    await openTable(options),
    progressOf((items) => `${items} items read`),
  );
  printRows(
    firms.map(({ id, name, timeZone, disabledAt }) => ({
      firm_id: id,
      name,
      time_zone: timeZone,
      disabled_at: disabledAt,
    })),
    options,
  );
};

const show = async (id: string, options: OperatorOptions) => {
  const table = await openTable(options);
  const { firmId, settings, disabledAt, requestsPerMinute } = await findFirm(table, id);
  const record = {
    firm_id: firmId,
    name: settings.name,
    time_zone: settings.timeZone,
    default_country: settings.defaultCountry,
    disabled_at: disabledAt,
    requests_per_minute: requestsPerMinute,
    ...(await countDocuments(table, firmId)),
    stages: settings.stages.map(({ key }) => key),
    lead_fields: settings.leadFields.map(({ key }) => key),
    consultation_fields: settings.consultationFields.map(({ key }) => key),
    booking_rules: settings.bookingRules,
    holidays: settings.holidays.length,
    version: settings.version,
  };
  printRecord(record, options);
};

export const firmListCommand = () =>
  operatorCommand("list", "list the firms; reads the whole table, half a read unit for each 4 KB").action(
    list,
  );

export const firmShowCommand = () =>
  operatorCommand(
    "show <firm>",
    "show a firm's settings and the numbers of its keys, members, sources and webhooks",
  ).action(show);
