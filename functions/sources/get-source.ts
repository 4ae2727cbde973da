import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getSourceEndpoint } from "../../shared/sources/source.contract.ts";
import { sourceResource } from "../../shared/sources/source.rules.ts";
import { sourceRecord } from "../../shared/sources/source.store.ts";

const getSource = operation(getSourceEndpoint, {
  reads: ({ firmId, params }) => ({ source: required("source", sourceRecord(firmId, params.id)) }),
  decide: ({ source }, { nowMilliseconds }) => ({ answer: sourceResource(source, nowMilliseconds) }),
});

export const handler = endpoint(getSource);
