import { type Change, storedChangeId } from "../api/change.ts";
import { conflictAfterCheck, isClearedState } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { putLead } from "../leads/lead.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader } from "../table/read-records.ts";
import { type ConflictCheck, resultOf } from "./conflict-check.rules.ts";
import { conflictCheckRecords, putConflictCheck } from "./conflict-check.store.ts";
import { conflictCheckFields } from "./conflict-check-fields.contract.ts";
import { matchesOfLead } from "./find-matches.store.ts";
import { isShown } from "./known-record.rules.ts";

type Context = { readonly firmId: FirmId; readonly change: Change; readonly read: Reader };

/**
 * Checks a lead. The check has the id of the lead's change, so that checks of a lead sort by their writes. Their commit
 * requires the lead as it was read, so what was searched is what the state stands on.
 */
export const checkLead = async (
  lead: Lead,
  { firmId, change, read }: Context,
): Promise<{ readonly check: ConflictCheck; readonly writes: readonly Write[] }> => {
  const { conflict } = lead;
  const { found, standing } = await read({
    found: matchesOfLead(firmId, lead),
    standing:
      conflict && isClearedState(conflict.state)
        ? conflictCheckRecords(firmId, [lead.id, ...(lead.mergedLeadIds ?? [])], conflict.checkId)
        : [],
  });
  const { searched, matches, truncated } = found;
  const check: ConflictCheck = {
    ...conflictCheckFields.initial,
    ...{ id: storedChangeId(lead, change), leadId: lead.id, searched, truncated },
    matches: matches.map(({ match }) => match),
  };
  const decidedOn = standing.find((each) => each !== null);
  const isCovered = decidedOn !== undefined && matches.every((each) => isShown(decidedOn, each));
  const result = { id: check.id, result: resultOf(check), isCovered } as const;
  const after: Lead = {
    ...lead,
    conflict: conflictAfterCheck(lead, result, change.at),
    revision: lead.revision + 1,
  };
  return { check, writes: [putLead(firmId, after, change), putConflictCheck(firmId, check)] };
};
