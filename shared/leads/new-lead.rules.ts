import { AppError } from "../api/app-error.ts";
import { dataChange } from "../firm/custom-data.rules.ts";
import { acceptingStages, type FirmSettings, firstOpenStage } from "../firm/firm.rules.ts";
import type { Lead } from "./lead.rules.ts";
import { type NewLead, textsByAttribute } from "./lead-fields.contract.ts";
import { normalizePhoneNumber } from "./phone-number.rules.ts";

type NewRecord = { readonly id: string; readonly nowMilliseconds: number };

/**
 * A lead in the firm's first open stage.
 * @throws AppError `no_open_stage`, or `unavailable` while every open stage is about to be removed
 */
export const newLead = async (
  body: NewLead,
  settings: FirmSettings,
  { id, nowMilliseconds }: NewRecord,
): Promise<Lead> => {
  const stage = firstOpenStage(acceptingStages(settings, nowMilliseconds));
  if (stage === undefined) throw withoutOpenStage(settings);
  const texts = { ...body, phone: await normalizePhoneNumber(body.phone, settings.defaultCountry) };
  return {
    id,
    ...textsByAttribute(({ name }) => texts[name]),
    stage: stage.key,
    assigneeId: body.assignee_id,
    archived: false,
    lastActivityAt: new Date(nowMilliseconds).toISOString(),
    data: dataChange(body.data, settings.leadFields).set,
    revision: 1,
  };
};

const withoutOpenStage = ({ stages }: FirmSettings) =>
  firstOpenStage(stages)
    ? new AppError("unavailable", "The firm's stages are being replaced. Try again in a few seconds.")
    : new AppError("no_open_stage", "The firm has no open stage to put the lead in.");
