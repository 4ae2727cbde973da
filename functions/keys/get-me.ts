import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { getMeEndpoint, type Me } from "../../shared/keys/me.contract.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";

const getMe = operation(getMeEndpoint, {
  reads: ({ firmId }) => ({ settings: settingsRecord(firmId) }),
  decide: ({ settings: { name, timeZone } }, { firmId, key }) => {
    const answer: Me = {
      firm: { id: firmId, name, time_zone: timeZone },
      key: {
        id: key.id,
        name: key.name,
        scopes: [...key.scopes],
        requests_per_minute: key.requestsPerMinute,
        api_version: key.apiVersion,
      },
    };
    return { answer };
  },
});

export const handler = endpoint(getMe);
