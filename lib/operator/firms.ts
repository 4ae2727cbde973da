import { countDocuments, type FirmEntry } from "../../shared/firm/firm-directory.store.ts";
import { bookingRulesResource } from "../../shared/scheduling/booking-rules.rules.ts";
import { openTable } from "./deployment.ts";
import { openFirm } from "./open-firm.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord, printRows } from "./output.ts";
import { readFirms } from "./select-firms.ts";

const list = async (options: OperatorOptions) => {
  printRows((await readFirms(await openTable(options))).map(firmRow), options);
};

const find = async (name: string, options: OperatorOptions) => {
  const wanted = foldCase(name);
  const firms = await readFirms(await openTable(options));
  printRows(firms.filter((firm) => foldCase(firm.name).includes(wanted)).map(firmRow), options);
};

const foldCase = (text: string) => text.normalize("NFC").toLowerCase();

const firmRow = ({ id, name, timeZone, disabledAt }: FirmEntry) => ({
  firm_id: id,
  name,
  time_zone: timeZone,
  disabled_at: disabledAt,
});

const show = async (id: string, options: OperatorOptions) => {
  const { table, firmId, settings, disabledAt, requestsPerMinute } = await openFirm(id, options);
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
    booking_rules: bookingRulesResource(settings.bookingRules),
    holidays: settings.holidays.length,
    version: settings.version,
  };
  printRecord(record, options);
};

export const firmListCommand = () =>
  operatorCommand({
    usage: "list",
    description: "list the firms; reads the whole table, half a read unit for each 4 KB",
    examples: [""],
  }).action(list);

export const firmFindCommand = () =>
  operatorCommand({
    usage: "find <name>",
    description: "find firms by a part of their name, in any case; reads the whole table",
    examples: ["doe --stage prod"],
  }).action(find);

export const firmShowCommand = () =>
  operatorCommand({
    usage: "show <firm>",
    description: "show a firm's settings and the numbers of its keys, members, sources and webhooks",
    examples: ["<firm>"],
  }).action(show);
