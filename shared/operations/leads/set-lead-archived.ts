import { requireFound } from "../../contract/app-error.ts";
import type { Actor } from "../../domain/events/actor.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { leadRecord, leadStore } from "../../storage/leads/lead-store.ts";
import { newChange } from "../new-change.ts";

type Request = {
  readonly firmId: FirmId;
  readonly actor: Actor;
  readonly params: { readonly id: string };
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
  readonly nowMilliseconds: number;
};

type Result = { readonly lead: Lead; readonly settings: FirmSettings };

/**
 * Archives or restores a lead; repeating it changes nothing.
 * @throws AppError `not_found` or `invalid_request`
 */
export const setLeadArchived = (table: Table, request: Request, archived: boolean): Promise<Result> =>
  retryOnConflict(async () => {
    const { firmId, params, body } = request;
    const { settings, ...read } = await readRecords(table, {
      lead: leadRecord(firmId, params.id),
      settings: settingsRecord(firmId),
    });
    const lead = requireFound("lead", read.lead);
    body();
    if (lead.archived === archived) return { lead, settings };
    const written = await leadStore(table).setArchived(firmId, lead, archived, newChange(request));
    if (written === "conflict") return written;
    return { lead: { ...lead, archived, revision: lead.revision + 1 }, settings };
  });
