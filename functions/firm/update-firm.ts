import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { waitForCaches } from "../../shared/firm/close-stages.ts";
import { updateFirmEndpoint } from "../../shared/firm/firm.contract.ts";
import { firmResource } from "../../shared/firm/firm.rules.ts";
import { updateFirm } from "../../shared/firm/update-firm.ts";

export const handler = procedureEndpoint(updateFirmEndpoint, async (request, table) => ({
  body: firmResource(request.firmId, await updateFirm({ table, waitForCaches }, request)),
}));
