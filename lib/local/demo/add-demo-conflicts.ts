import * as z from "zod";
import { createConflictCheck } from "../../../shared/conflicts/create-conflict-check.ts";
import { decideConflictCheck } from "../../../shared/conflicts/decide-conflict-check.ts";
import { putConflictEntries } from "../../../shared/conflicts/put-conflict-entries.ts";
import { updateLead } from "../../../shared/leads/update-lead.ts";
import { CHECKED, REGISTER } from "./demo-conflicts.ts";
import type { DemoHistory, RunOperation } from "./demo-operations.ts";

/** Fills the register of whom the firm knows beside its leads. */
export const addDemoRegister = (run: RunOperation) => {
  const entries = REGISTER.map(([key, name, role, matter, more]) => ({ key, name, role, matter, ...more }));
  return run(putConflictEntries, { json: { entries } });
};

/** Names the parties of some leads. */
export const addDemoParties = async (
  { run, dates, memberIds }: DemoHistory,
  leadIds: Readonly<Record<string, string>>,
): Promise<void> => {
  const step = { at: dates.ago("50m"), actor: { type: "member" as const, id: memberIds.nora } };
  for (const { lead, parties } of CHECKED)
    await run(updateLead, { ...step, params: { id: leadIds[lead] ?? "" }, json: { parties } });
};

const checked = z.object({ id: z.string() });

/** Checks the leads whose parties are known, once the register is searched, and records what the office manager decides. */
export const addDemoChecks = async (
  { run, memberIds }: DemoHistory,
  leadIds: Readonly<Record<string, string>>,
): Promise<void> => {
  const actor = { type: "member" as const, id: memberIds.nora };
  for (const { lead, decision } of CHECKED) {
    const params = { id: leadIds[lead] ?? "" };
    const { id: checkId } = checked.parse(await run(createConflictCheck, { actor, params }));
    if (decision) await run(decideConflictCheck, { actor, params: { ...params, checkId }, json: decision });
  }
};
