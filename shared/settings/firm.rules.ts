import type { RecordOf } from "../schema/record-fields.ts";
import type { customFieldFields } from "./custom-field.contract.ts";
import type { firmFields } from "./firm-fields.contract.ts";
import type { routingRuleFields } from "./routing.contract.ts";
import type { stageFields } from "./stage.contract.ts";

export type Stage = RecordOf<typeof stageFields>;
export type CustomField = RecordOf<typeof customFieldFields>;
export type RoutingRule = RecordOf<typeof routingRuleFields>;
export type FirmSettings = RecordOf<typeof firmFields>;

export const firstOpenStage = (stages: readonly Stage[]) => stages.find(({ terminal }) => !terminal);

/** Returns whether a stage ends the pipeline; one that the firm no longer has does not. */
export const isTerminal = ({ stages }: Pick<FirmSettings, "stages">, key: string): boolean =>
  stages.some((stage) => stage.key === key && stage.terminal);

/** Returns whether the firm has all these stages. */
export const hasStages = ({ stages }: Pick<FirmSettings, "stages">, keys: readonly string[]): boolean =>
  keys.every((key) => stages.some((stage) => stage.key === key));

/** Returns a stage as leads show it. The key replaces the name of a stage that is no longer configured. */
export const stageStatus = ({ stages }: FirmSettings, key: string) => ({
  key,
  name: stages.find((stage) => stage.key === key)?.name ?? key,
});
