import ipaddr from "ipaddr.js";
import { parseUrl } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";

/** `local` permits plain http and loopback addresses: for a service on one machine, never in the cloud. */
export type WebhookTargets = "public" | "local";

/** IPv6 global unicast (IANA): every address outside of it is special-purpose or unassigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Whether requests may go to an address that a resolver returned. */
export const isAllowedAddress = (address: string, targets: WebhookTargets): boolean => {
  // A zone names an interface of this machine.
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (targets === "local" && range === "loopback") return true;
  return range === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6));
};

/** The host in the form that a resolver accepts: an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1");

/**
 * Validates a URL without resolving its host; the schema rejects non-URLs. `URL` has already normalised every
 * notation of an IPv4 address (decimal, octal, hexadecimal, short).
 */
export const webhookUrlViolations = (input: unknown, targets: WebhookTargets): Violation[] => {
  const url = parseUrl(input);
  if (url === null) return [];
  if (!PROTOCOLS[targets].includes(url.protocol)) return [violation("must start with https://")];
  if (url.username || url.password) return [violation("must not hold a user name or password")];
  const host = hostOf(url);
  return ipaddr.isValid(host) && !isAllowedAddress(host, targets) ? [PRIVATE] : [];
};

const PROTOCOLS = { public: ["https:"], local: ["https:", "http:"] };

const violation = (message: string): Violation => ({ field: "url", message });

/** The URL leads to an address that is not public. */
export const PRIVATE = violation("must lead to public addresses only");
