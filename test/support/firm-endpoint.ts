import { updateFirm } from "../../shared/contract/firm.ts";
import { firmResource } from "../../shared/domain/firm/firm.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateFirm as update } from "../../shared/operations/firm/update-firm.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { outsideInvocations } from "./outside-invocations.ts";

/** The endpoint update-firm, which runs `wait` where the real one waits until every cache has expired. */
export const updateFirmEndpoint = (table: Table, wait: () => Promise<unknown> = async () => undefined) =>
  endpoint(updateFirm, table, async (request) => ({
    body: firmResource(
      request.firmId,
      await update({ table, waitForCaches: () => outsideInvocations(wait) }, request),
    ),
  }));
