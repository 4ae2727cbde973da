import ipaddr from "ipaddr.js";
import { hostOf, isAllowedAddress, type RequestTargets } from "../runtime/checked-address.ts";
import { parseUrl } from "./text.ts";
import type { Violation } from "./violations.ts";

/**
 * Validates a URL without resolving its host. The schema rejects non-URLs. `URL` has already normalized every notation
 * of an IPv4 address (decimal, octal, hexadecimal, short).
 */
export const targetUrlViolations = (input: unknown, targets: RequestTargets): Violation[] => {
  const url = parseUrl(input);
  if (url === null) return [];
  if (!PROTOCOLS[targets].includes(url.protocol)) return [violation("must start with https://")];
  if (url.username || url.password) return [violation("must not contain a user name or password")];
  const host = hostOf(url);
  return ipaddr.isValid(host) && !isAllowedAddress(host, targets) ? [PRIVATE] : [];
};

const PROTOCOLS = { public: ["https:"], local: ["https:", "http:"] };

const violation = (message: string): Violation => ({ field: "url", message });

/** The violation of a URL with an address that is not public. */
export const PRIVATE = violation("must lead to public addresses only");
