import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { updateFirmEndpoint } from "../../shared/firm/firm.contract.ts";
import { firmResource } from "../../shared/firm/firm.rules.ts";
import { updateFirm as update } from "../../shared/firm/update-firm.ts";
import type { Table } from "../../shared/table/table.ts";
import { outsideInvocations } from "./outside-invocations.ts";

/** The endpoint update-firm, which runs `wait` where the real one waits until every cache has expired. */
export const firmEndpoint = (table: Table, wait: () => Promise<unknown> = async () => undefined) =>
  procedureEndpoint(
    updateFirmEndpoint,
    async (request) => ({
      body: firmResource(
        request.firmId,
        await update({ table, waitForCaches: () => outsideInvocations(wait) }, request),
      ),
    }),
    table,
  );
