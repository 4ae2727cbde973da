import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import type { Table } from "../../../shared/table/table.ts";
import { newFirm } from "../../support/firms.ts";
import { type EncodedBody, jsonBody } from "../../support/form-bodies.ts";
import { NESTED_PATHS, nestedTexts } from "../../support/hostile-bodies.ts";
import {
  DELIVERED_FIELDS,
  DELIVERY_FORMS,
  type DeliveryForm,
  HOSTILE_SOURCE,
  type HostileDelivery,
  hostileDeliveries,
  VALID_DELIVERY,
} from "../../support/hostile-deliveries.ts";
import { hostileHeaders, PARAMETER_BYTES } from "../../support/hostile-requests.ts";
import { type ApiRequest, httpEvent, lambdaContext } from "../../support/http-call.ts";
import { costlyBodies } from "../../support/sender-bodies.ts";
import { createTestSource } from "../../support/sources.ts";
import { MAX_HOSTILE_RATIOS } from "../missed-targets.ts";
import { type Act, type HostileCase, measured } from "./processor-comparison.ts";

/** Returns a sender to a new source. */
const newSender = async (table: Table, settings: Record<string, unknown>) => {
  const { apiKey } = await newFirm(table);
  const { secret: key } = await createTestSource(apiKey, settings);
  return (request: ApiRequest): Act =>
    async () => {
      const [milliseconds] = await measured(() =>
        createLead(httpEvent({ key, ...request }), lambdaContext()),
      );
      return milliseconds;
    };
};

type Sender = Awaited<ReturnType<typeof newSender>>;

const asRequest = ({ bytes, contentType }: EncodedBody): ApiRequest => ({
  bytes,
  headers: { "content-type": contentType },
});

const plainDelivery = (encode: DeliveryForm["encode"], bytes: number) =>
  asRequest(encode({ ...VALID_DELIVERY, plain: "x".repeat(bytes - 1_000) }));

/** Returns deliveries of about this many bytes, with a plain one of the same form. */
const casesOf = (
  send: Sender,
  deliveries: readonly HostileDelivery[],
  { encode, bytes }: { readonly encode: DeliveryForm["encode"]; readonly bytes: number },
): HostileCase[] => {
  const plain = { act: send(plainDelivery(encode, bytes)), maximum: MAX_HOSTILE_RATIOS.body };
  return deliveries.map(([label, body]) => ({ label, act: send(asRequest(body)), plain }));
};

const headerCases = (send: Sender): HostileCase[] => {
  const { bytes, contentType } = jsonBody(VALID_DELIVERY);
  const headers = { "content-type": contentType };
  const plain = {
    act: send({ bytes, headers: { ...headers, "x-plain": "x".repeat(PARAMETER_BYTES) } }),
    maximum: MAX_HOSTILE_RATIOS.parameters,
  };
  return hostileHeaders({ headers }).map(({ label, request }) => ({
    label,
    act: send({ bytes, ...request }),
    plain,
  }));
};

const LARGE_BYTES = 4 * LIMITS.bodyBytes;

/** Returns every hostile delivery to a source, by the way that it is sent. */
export const deliveryCases = async (table: Table): Promise<Record<string, HostileCase[]>> => {
  const send = await newSender(table, HOSTILE_SOURCE);
  const expand = await newSender(table, { ...HOSTILE_SOURCE, json_fields: NESTED_PATHS });
  const nested: HostileDelivery = [
    "JSON within texts",
    { ...jsonBody({}), bytes: Buffer.from(nestedTexts()) },
  ];
  const ofForm = (form: DeliveryForm) => {
    const { largest, tooLarge } = hostileDeliveries(form);
    const [small, large] = [
      { ...form, bytes: LIMITS.bodyBytes },
      { ...form, bytes: LARGE_BYTES },
    ];
    return [
      ...casesOf(send, DELIVERED_FIELDS.flatMap(largest), small),
      ...casesOf(send, DELIVERED_FIELDS.flatMap(tooLarge), large),
    ];
  };
  const json = { encode: jsonBody };
  return {
    ...Object.fromEntries(DELIVERY_FORMS.map((form) => [`a delivery as ${form.name}`, ofForm(form)])),
    "a delivery of any form": [
      ...casesOf(send, costlyBodies(LIMITS.bodyBytes - 1_000), { ...json, bytes: LIMITS.bodyBytes }),
      ...casesOf(send, costlyBodies(LARGE_BYTES), { ...json, bytes: LARGE_BYTES }),
      ...casesOf(expand, [nested], { ...json, bytes: LIMITS.bodyBytes }),
    ],
    "a delivery's headers": headerCases(send),
  };
};
