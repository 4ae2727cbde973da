import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { getMeEndpoint } from "../../shared/keys/me.contract.ts";
import { meResource } from "../../shared/keys/me.rules.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { NO_RECORD } from "../../shared/table/read-records.ts";

const getMe = operation(getMeEndpoint, {
  reads: ({ firmId, actor }) => ({
    settings: settingsRecord(firmId),
    member: actor.type === "member" ? memberRecord(firmId, actor.id) : NO_RECORD,
  }),

  decide: (caller, { firmId, key }) => ({ answer: meResource(firmId, key, caller) }),
});

export const handler = endpoint(getMe);
