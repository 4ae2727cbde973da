import { InvalidArgumentError } from "commander";
import { isSupportedCountry } from "libphonenumber-js/min";
import { createFirm } from "../../shared/firm/create-firm.ts";
import { countDocuments, type FirmEntry } from "../../shared/firm/firm-directory.store.ts";
import { disableFirm, enableFirm, limitFirm } from "../../shared/firm/set-firm-state.ts";
import { createMemberEndpoint, updateMemberEndpoint } from "../../shared/members/member.contract.ts";
import { newMember } from "../../shared/members/member-changes.rules.ts";
import { issueSignInLink } from "../../shared/people/issue-sign-in-link.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { foldedText } from "../../shared/schema/folded-text.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { updateFirmEndpoint } from "../../shared/settings/firm.contract.ts";
import { firmFields, NOT_A_COUNTRY } from "../../shared/settings/firm-fields.contract.ts";
import { openTable } from "./deployment.ts";
import { type OperatorOptions, operatorCommand, type WalkOptions } from "./operator-command.ts";
import { progressOf } from "./output.ts";
import { parseField } from "./parse-argument.ts";
import { openFirm, readFirms } from "./select-firms.ts";
import { addressOf, addressOption } from "./service-address.ts";

/** Lists firms by name; all by default. */
const find = async (options: WalkOptions, name = "") => {
  const wanted = foldedText(name);
  const firms = await readFirms(await openTable(options), options);
  return firms.filter((firm) => foldedText(firm.name).includes(wanted)).map(firmRow);
};

const firmRow = ({ id, name, timeZone, disabledAt }: FirmEntry) => ({
  firm_id: id,
  name,
  time_zone: timeZone,
  disabled_at: disabledAt,
});

const show = async (options: OperatorOptions, id: string) => {
  const { table, firmId, settings, disabledAt, requestsPerMinute } = await openFirm(id, options);
  const { id: firm_id, ...shown } = firmFields.resource(settings, { id: firmId });
  return {
    firm_id,
    disabled_at: disabledAt,
    requests_per_minute: requestsPerMinute,
    ...(await countDocuments(table, firmId)),
    ...shown,
    stages: keysOf(shown.stages),
    lead_fields: keysOf(shown.lead_fields),
    consultation_fields: keysOf(shown.consultation_fields),
    consultation_types: keysOf(shown.consultation_types),
    holidays: shown.holidays.length,
  };
};

const keysOf = (entries: readonly { readonly key: string }[]) => entries.map(({ key }) => key);

const setState = (change: typeof disableFirm, result: string) => async (options: WalkOptions, id: string) => {
  const { table, firmId } = await openFirm(id, options);
  const onKey = progressOf((count) => `${count} keys ${result}`);
  const keys = await change(table, { firmId, nowMilliseconds: Date.now(), onKey, onFault: options.onFault });
  return { firm_id: firmId, state: result, keys };
};

type LimitOptions = WalkOptions & { readonly requestsPerMinute: number | "none" };

const setLimit = async ({ requestsPerMinute: limit, ...options }: LimitOptions, id: string) => {
  const requestsPerMinute = limit === "none" ? null : limit;
  const { table, firmId } = await openFirm(id, options);
  const onKey = progressOf((count) => `${count} keys marked`);
  const keys = await limitFirm(table, {
    firmId,
    requestsPerMinute,
    onKey,
    onFault: options.onFault,
  });
  return { firm_id: firmId, requests_per_minute: requestsPerMinute, keys };
};

const parseLimit = (text: string): number | "none" => {
  if (text === "none") return text;
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= LIMITS.firmRequestsPerMinuteMaximum) return limit;
  throw new InvalidArgumentError(
    `It must be a number from 1 to ${LIMITS.firmRequestsPerMinuteMaximum}, or none.`,
  );
};

type CreateOptions = OperatorOptions & {
  readonly name: string;
  readonly timeZone: string;
  readonly country: string;
  readonly managerName?: string;
  readonly managerEmail?: string;
  readonly url?: string;
};

const parseAs = (field: "name" | "time_zone" | "default_country") =>
  parseField(updateFirmEndpoint.body, field);

const parseMember = (field: "name" | "email") => parseField(updateMemberEndpoint.body, field);

const parseCountry = (text: string): string => {
  const country = parseAs("default_country")(text);
  if (!isSupportedCountry(country)) throw new InvalidArgumentError(`It ${NOT_A_COUNTRY}.`);
  return country;
};

const create = async (options: CreateOptions) => {
  const nowMilliseconds = Date.now();
  const baseUrl = options.managerName === undefined ? null : await addressOf(options.url, options);
  const table = await openTable(options);
  const members = managerOf(options, nowMilliseconds);
  const { firmId, apiKey } = await createFirm(table, {
    name: options.name,
    timeZone: options.timeZone,
    defaultCountry: options.country,
    members,
    nowMilliseconds,
  });
  console.error("The key has all scopes and is not shown again.");
  const [manager] = members;
  if (!manager || baseUrl === null) return { firm_id: firmId, api_key: apiKey };
  const request = { firmId, memberId: manager.id, baseUrl, nowMilliseconds };
  const { url } = await issueSignInLink(table, request);
  return { firm_id: firmId, api_key: apiKey, member_id: manager.id, sign_in_url: url };
};

/** Returns the first member of a firm, who may sign in and manage everything. */
const managerOf = ({ managerName, managerEmail, timeZone }: CreateOptions, nowMilliseconds: number) => {
  if ((managerName === undefined) !== (managerEmail === undefined))
    throw new Error("name the manager by --manager-name and --manager-email");
  if (managerName === undefined || managerEmail === undefined) return [];
  const input = createMemberEndpoint
    .body()
    .parse({ name: managerName, email: managerEmail, access: "manage" });
  return [newMember(newRecordId(nowMilliseconds), input, { timeZone, version: firmFields.initial.version })];
};

export const FIRM_COMMANDS = [
  operatorCommand({
    usage: "create",
    description: "create a firm and its first API key, which is shown once",
    examples: [
      '--name "Doe & Partners" --time-zone America/New_York',
      '--name "Doe & Partners" --time-zone America/New_York --manager-name "Dana Doe" --manager-email dana@example.com',
    ],
    run: create,
  })
    .option(
      "--manager-name <name>",
      "the first member, who may sign in and manage everything",
      parseMember("name"),
    )
    .option("--manager-email <email>", "the first member's email address", parseMember("email"))
    .addOption(addressOption())
    .requiredOption("--name <name>", "the firm's name", parseAs("name"))
    .requiredOption("--time-zone <zone>", "IANA zone, for example America/New_York", parseAs("time_zone"))
    .option("--country <code>", "the country of phone numbers without a country code", parseCountry, "US"),
  operatorCommand({
    usage: "list",
    description: "list the firms; reads the whole table, half a read unit for each 4 KB",
    examples: [""],
    run: find,
  }),
  operatorCommand({
    usage: "find <name>",
    description: "find firms by a part of their name, in any case; reads the whole table",
    examples: ["doe --stage prod"],
    run: find,
  }),
  operatorCommand({
    usage: "show <firm>",
    description: "show a firm's settings and the numbers of its keys, members, sources and webhooks",
    examples: ["<firm>"],
    run: show,
  }),
  operatorCommand({
    usage: "disable <firm>",
    description: "reject the firm's keys within ten seconds; its data stay",
    examples: ["<firm>"],
    run: setState(disableFirm, "disabled"),
  }),
  operatorCommand({
    usage: "enable <firm>",
    description: "accept again the keys that the firm itself has enabled",
    examples: ["<firm>"],
    run: setState(enableFirm, "enabled"),
  }),
  operatorCommand({
    usage: "limit <firm>",
    description: "limit the requests of all keys of the firm together, within ten seconds",
    examples: ["<firm> --requests-per-minute 6000"],
    run: setLimit,
  }).requiredOption("--requests-per-minute <number>", "the limit, or none", parseLimit),
];
