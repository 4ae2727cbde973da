import { updateFirm } from "../../shared/contract/firm.ts";
import { firmResource } from "../../shared/domain/firm/firm.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { waitForCaches } from "../../shared/operations/firm/close-stages.ts";
import { updateFirm as update } from "../../shared/operations/firm/update-firm.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(updateFirm, table, async (request) => ({
  body: firmResource(request.firmId, await update({ table, waitForCaches }, request)),
}));
