import { requireFound } from "../../contract/app-error.ts";
import type { Actor } from "../../domain/events/actor.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { leadRecord, leadStore } from "../../storage/leads/lead-store.ts";
import { newChange } from "../new-change.ts";

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
