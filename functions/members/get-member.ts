import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getMemberEndpoint } from "../../shared/members/member.contract.ts";
import { memberResource } from "../../shared/members/member.rules.ts";
import { memberRecord } from "../../shared/members/member.store.ts";

const getMember = operation(getMemberEndpoint, {
  reads: ({ firmId, params }) => ({ member: required("member", memberRecord(firmId, params.id)) }),
  decide: ({ member }) => ({ answer: memberResource(member) }),
});

export const handler = endpoint(getMember);
