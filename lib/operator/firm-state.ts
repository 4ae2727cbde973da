import { InvalidArgumentError } from "commander";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import { disableFirm, enableFirm, limitFirm } from "../../shared/firm/set-firm-state.ts";
import { openFirm } from "./open-firm.ts";
import { type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { printRecord, progressOf } from "./output.ts";

const setState =
  (change: typeof disableFirm, result: string) => async (id: string, options: OperatorOptions) => {
    const { table, firmId } = await openFirm(id, options);
    const onKey = progressOf((count) => `${count} keys ${result}`);
    const keys = await change(table, { firmId, nowMilliseconds: Date.now(), onKey });
    printRecord({ firm_id: firmId, state: result, keys }, options);
  };

type LimitOptions = OperatorOptions & { readonly requestsPerMinute: number | "none" };

const setLimit = async (id: string, { requestsPerMinute: limit, ...options }: LimitOptions) => {
  const requestsPerMinute = limit === "none" ? null : limit;
  const { table, firmId } = await openFirm(id, options);
  const onKey = progressOf((count) => `${count} keys marked`);
  const keys = await limitFirm(table, { firmId, requestsPerMinute, onKey });
  printRecord({ firm_id: firmId, requests_per_minute: requestsPerMinute, keys }, options);
};

const parseLimit = (text: string): number | "none" => {
  if (text === "none") return text;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMITS.firmRequestsPerMinuteMaximum) return limit;
  throw new InvalidArgumentError(
    `It must be a number from 1 to ${LIMITS.firmRequestsPerMinuteMaximum}, or none.`,
  );
};

export const firmLimitCommand = () =>
  operatorCommand({
    usage: "limit <firm>",
    description: "limit the requests of all keys of the firm together, within ten seconds",
    examples: ["<firm> --requests-per-minute 6000"],
  })
    .requiredOption("--requests-per-minute <number>", "the limit, or none", parseLimit)
    .action(setLimit);

export const firmDisableCommand = () =>
  operatorCommand({
    usage: "disable <firm>",
    description: "reject the firm's keys within ten seconds; its data stay",
    examples: ["<firm>"],
  }).action(setState(disableFirm, "disabled"));

export const firmEnableCommand = () =>
  operatorCommand({
    usage: "enable <firm>",
    description: "accept again the keys that the firm itself has enabled",
    examples: ["<firm>"],
  }).action(setState(enableFirm, "enabled"));
