import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";
import { camelCase } from "../openapi/camel-case.ts";
import { describedEndpoint } from "../openapi/examples/described-endpoints.ts";
import { PARAMETERS } from "../openapi/headers.ts";
import {
  bodySchema,
  isBodyRequired,
  operationDescription,
  optionalHeaders,
  pathParameters,
  queryParameters,
  responseSchema,
} from "../openapi/operations.ts";

export type ApiOperation = ReturnType<typeof apiOperation>;

/** Returns an operation as a caller with an API key sees it, without the bodies and responses of lead sources. */
const apiOperation = (endpoint: EndpointDefinition) => {
  const { acceptsIngestionKey: _, ...definition } = endpoint;
  const { name, method, path, summary, response } = definition;
  return {
    id: camelCase(name),
    method,
    path,
    summary,
    description: operationDescription(definition),
    pathParameters: pathParameters(definition),
    query: queryParameters(definition),
    // The client itself sends `Intake-Version`, with the version of its types.
    headers: optionalHeaders(definition).map((header) => PARAMETERS[header]),
    body: bodySchema(definition),
    isBodyRequired: isBodyRequired(definition),
    lostAnswer: describedEndpoint(name).lostAnswer ?? ({ way: "repeated" } as const),
    /** Undefined for a response without a body. */
    result: responseSchema(definition),
    /** True if the response may be a 304 without a body. */
    mayBeUnchanged: response.hasEntityTag === true,
    /** The media type of a text response; undefined for JSON. */
    textType: response.file?.mediaType,
  };
};

export const apiOperations = () => ENDPOINTS.map(apiOperation);
