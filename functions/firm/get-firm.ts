import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { getFirmEndpoint } from "../../shared/settings/firm.contract.ts";
import { firmResource } from "../../shared/settings/firm.rules.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { uncached } from "../../shared/table/read-records.ts";

const getFirm = operation(getFirmEndpoint, {
  reads: ({ firmId }) => ({ settings: uncached(settingsRecord(firmId)) }),
  decide: ({ settings }, { firmId }) => ({ answer: firmResource(firmId, settings) }),
});

export const handler = endpoint(getFirm);
