import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { getFirmEndpoint } from "../../shared/settings/firm.contract.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { firmFields } from "../../shared/settings/firm-fields.contract.ts";
import { uncached } from "../../shared/table/read-records.ts";

const getFirm = operation(getFirmEndpoint, {
  reads: ({ firmId }) => ({ settings: uncached(settingsRecord(firmId)) }),
  decide: ({ settings }, { firmId }) => ({ answer: firmFields.resource(settings, { id: firmId }) }),
});

export const handler = endpoint(getFirm);
