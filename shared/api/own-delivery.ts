import { WEBHOOK_ENDPOINT_HEADER } from "./schema/header-fields.ts";
import type { Violation } from "./schema/violations.ts";

/**
 * What is wrong with a delivery of a webhook of this service that would change something: that would cause the next
 * delivery. Lambda does not end such a loop: it goes through an address that anyone could have.
 * @param headers by names in lower case
 */
export const ownDeliveryViolations = (headers: Readonly<Record<string, string | undefined>>): Violation[] =>
  headers[WEBHOOK_ENDPOINT_HEADER] === undefined
    ? []
    : [
        {
          field: "Intake-Endpoint-Id",
          message: "names a webhook of this service: what its delivery changes would cause the next",
        },
      ];
