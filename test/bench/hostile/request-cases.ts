import { LIMITS } from "../../../shared/schema/limits.ts";
import { definitionOf, handlerOf } from "../../support/endpoints.ts";
import { largeBodies } from "../../support/hostile-bodies.ts";
import { type HostileRequest, type LongPart, PARAMETER_BYTES } from "../../support/hostile-requests.ts";
import type { HostileWorld } from "../../support/hostile-world.ts";
import { type ApiRequest, httpEvent, lambdaContext } from "../../support/http-call.ts";
import type { Operation } from "../../support/openapi/published-document.ts";
import { MAX_HOSTILE_RATIOS } from "../missed-targets.ts";
import { type Act, type HostileCase, measured, type Plain } from "./processor-comparison.ts";

const LARGE_BYTES = 4 * LIMITS.bodyBytes;

/** Returns every hostile request of an operation. */
export const requestCases = async (operation: Operation, world: HostileWorld): Promise<HostileCase[]> => {
  const definition = definitionOf(operation.name);
  const handler = await handlerOf(definition);
  const valid = world.requestOf(definition);
  let target = await world.newTarget(operation.name);

  const act =
    (request: ApiRequest): Act =>
    async () => {
      const event = httpEvent({ ...target, ...request });
      const [milliseconds, { statusCode = 200 }] = await measured(() => handler(event, lambdaContext()));
      // An ended record or a booked slot would make the next request fail.
      if (statusCode < 300 && definition.method !== "GET") target = await world.newTarget(operation.name);
      return milliseconds;
    };

  const { body: ofBody, parameters: ofParameters } = MAX_HOSTILE_RATIOS;
  const longHeader = { ...valid, headers: { ...valid.headers, "x-plain": plainText(PARAMETER_BYTES) } };
  const longQuery = { ...valid, query: { ...valid.query, plain: plainText(PARAMETER_BYTES) } };
  const plain: Readonly<Record<LongPart | "largeBody", Plain>> = {
    query: { act: act(longQuery), maximum: ofParameters },
    headers: { act: act(longHeader), maximum: ofParameters },
    // No route matches a path of this length.
    params: { act: act(longHeader), maximum: ofParameters },
    body: { act: act({ ...valid, body: plainBody(valid, LIMITS.bodyBytes) }), maximum: ofBody },
    largeBody: { act: act({ ...valid, body: plainBody(valid, LARGE_BYTES) }), maximum: ofBody },
  };
  const hostile = world.hostileRequests(operation);
  const requests: HostileRequest[] = [
    ...hostile.fields(),
    ...hostile.headers(),
    ...hostile.ids(target.params),
    ...hostile.bodies(),
  ];
  return [
    ...requests.map(({ label, part, request }) => ({ label, act: act(request), plain: plain[part] })),
    ...largeBodies(LARGE_BYTES).map(([label, body]) => ({
      label,
      act: act({ ...valid, body }),
      plain: plain.largeBody,
    })),
  ];
};

const plainText = (characters: number) => "x".repeat(characters);

/** Returns a body with a field that the operation does not have, or a text if it has no body. */
const plainBody = ({ body }: ApiRequest, bytes: number) => {
  if (body === undefined) return plainText(bytes);
  const empty = JSON.stringify({ ...Object(body), plain: "" });
  return JSON.stringify({ ...Object(body), plain: plainText(bytes - empty.length) });
};
