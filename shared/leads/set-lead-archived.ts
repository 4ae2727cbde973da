import type { Actor } from "../api/actor.ts";
import { requireFound } from "../api/app-error.ts";
import { newChange } from "../api/new-change.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { Lead } from "./lead.rules.ts";
import { leadRecord, leadStore } from "./lead.store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly params: { readonly id: string };
  readonly headersAreValid: boolean;
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
  readonly nowMilliseconds: number;
};

/**
 * Archives or restores a lead; repeating it changes nothing.
 * @throws AppError `not_found` or `invalid_request`
 */
export const setLeadArchived = async (
  table: Table,
  request: Request,
  archived: boolean,
): Promise<{ lead: Lead; settings: FirmSettings }> => {
  const { firmId, params, headersAreValid, body } = request;
  // 404 comes before 422, and only invalid headers need a read to tell.
  if (!headersAreValid) requireFound("lead", await readRecord(table, leadRecord(firmId, params.id)));
  body();
  // Read before the write, so that a failed read leaves nothing written.
  const settings = await readRecord(table, settingsRecord(firmId));
  const lead = await leadStore(table).setArchived(firmId, params.id, archived, newChange(request));
  return { lead, settings };
};
