import type { FirmId } from "../table/firm-id.ts";
import { type OnFault, processRecord } from "../table/record-fault.ts";
import { conflictCheckKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { setFields, updateExpressions, updateItem } from "../table/update-item.ts";
import { type ConflictCheck, erasedCheck } from "./conflict-check.rules.ts";
import { walkConflictChecks } from "./conflict-check.store.ts";

type Erasure = {
  readonly leadIds: readonly string[];
  readonly dryRun: boolean;
  /** Receives checks that cannot be read or erased. */
  readonly onFault: OnFault;
};

/**
 * Erases leads from the checks of the firm: from their own everything but ids, concerns and who decided what, from those
 * of others their names. Their own get no decision any more: each requires the lead, which is erased before.
 * @returns the number of checks that named them, and the ids of their own checks and of the decisions on these
 */
export const eraseConflictChecks = async (
  table: Table,
  firm: FirmId,
  { leadIds, dryRun, onFault }: Erasure,
): Promise<{ readonly ids: readonly string[]; readonly count: number }> => {
  const ids: string[] = [];
  let count = 0;
  for await (const checks of walkConflictChecks(table, firm, { onFault })) {
    const own = checks.filter(({ leadId }) => leadIds.includes(leadId));
    ids.push(...own.flatMap(({ id, decisions }) => [id, ...decisions.map((decision) => decision.id)]));
    const named = checks.flatMap(({ leadId, id, ...check }) => {
      const fields = erasedCheck({ leadId, id, ...check }, leadIds);
      return fields === null ? [] : [{ leadId, id, fields }];
    });
    count += named.length;
    if (!dryRun) for (const each of named) await setErased(table, firm, { ...each, onFault });
  }
  return { ids, count };
};

type Erased = Pick<ConflictCheck, "leadId" | "id"> & {
  readonly fields: Partial<ConflictCheck>;
  readonly onFault: OnFault;
};

const setErased = (table: Table, firm: FirmId, { leadId, id, fields, onFault }: Erased) =>
  processRecord(
    () =>
      updateItem(table, {
        Key: conflictCheckKey(firm, leadId, id),
        ...updateExpressions({ set: setFields(fields) }),
      }),
    (fault) => onFault(`the conflict check ${id}`, fault),
  );
