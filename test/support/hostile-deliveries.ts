import { LIMITS } from "../../shared/schema/limits.ts";
import { mappedFields } from "../../shared/sources/inbound-lead.rules.ts";
import { LEAD_FIELDS } from "./firms.ts";
import { type EncodedBody, jsonBody, multipartBody, urlencodedBody } from "./form-bodies.ts";
import { type HostileText, hostileTexts, jsonBytes, selectTexts } from "./hostile-texts.ts";

/** Settings of the source that receives hostile deliveries. */
export const HOSTILE_SOURCE = {
  json_fields: ["answers"],
  test_when: [{ path: "is_test", equals: "yes" }],
  requests_per_minute: LIMITS.requestsPerMinuteMaximum,
};

/** Fields from which a lead, an external id, a condition or JSON within a text is read, and a field that nothing reads. */
export const DELIVERED_FIELDS = [
  ...mappedFields(LEAD_FIELDS, {}).texts.flatMap(({ defaultPaths: [path = ""] }) => path),
  ...LEAD_FIELDS.map(({ key }) => key),
  "answers",
  "is_test",
  "unmapped",
];

export const VALID_DELIVERY = { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" };

type Fields = Readonly<Record<string, string>>;
export type DeliveryForm = {
  readonly name: string;
  readonly encode: (fields: Fields) => EncodedBody;
  readonly lengthOf: (text: string) => number;
};

export const DELIVERY_FORMS: readonly DeliveryForm[] = [
  { name: "JSON", encode: jsonBody, lengthOf: jsonBytes },
  {
    name: "an urlencoded form",
    encode: urlencodedBody,
    lengthOf: (text) => new URLSearchParams({ "": text }).toString().length - 1,
  },
  { name: "a multipart form", encode: multipartBody, lengthOf: (text) => Buffer.byteLength(text) },
];

/** A delivery, labeled with its hostile part. */
export type HostileDelivery = readonly [label: string, body: EncodedBody];

/** Returns deliveries with a hostile text in a field. */
export const hostileDeliveries = ({ encode, lengthOf }: DeliveryForm) => {
  const empty = encode(VALID_DELIVERY).bytes.length + 200;
  const texts = hostileTexts(LIMITS.bodyBytes - empty, lengthOf);
  const longTexts = hostileTexts(4 * LIMITS.bodyBytes, lengthOf);
  const deliveriesWith = (field: string, selected: readonly HostileText[]) =>
    selected.map(
      ([kind, text]): HostileDelivery => [`${field}: ${kind}`, encode({ ...VALID_DELIVERY, [field]: text })],
    );
  return {
    /** Returns deliveries of the largest size. Once decoded, a text is the same in each form. */
    largest: (field: string) =>
      deliveriesWith(field, selectTexts(texts, encode === jsonBody ? field : "", 1)),
    tooLarge: (field: string) => deliveriesWith(field, selectTexts(longTexts, "", 1)),
  };
};
