import ipaddr from "ipaddr.js";
import type { Violation } from "../../contract/app-error.ts";

/** Whether plain http and this machine's own addresses may be called: on one machine, never in the cloud. */
export type WebhookTargets = "public" | "local";

/** IPv6 that is assigned to be reached globally (IANA): everything outside it is special, or nobody's yet. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Whether a request may go to an address, as a resolver writes it. */
export const isAllowedAddress = (address: string, targets: WebhookTargets): boolean => {
  // a zone names an interface of this machine
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (targets === "local" && range === "loopback") return true;
  return range === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6));
};

/** The host as a resolver takes it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1");

/**
 * What is wrong with a URL by its text alone; what is no URL at all is the schema's to refuse. `URL` has already
 * turned every spelling of an IPv4 address (decimal, octal, hexadecimal, short) into the usual one.
 */
export const webhookUrlViolations = (sent: unknown, targets: WebhookTargets): Violation[] => {
  if (typeof sent !== "string" || !URL.canParse(sent)) return [];
  const url = new URL(sent);
  if (!PROTOCOLS[targets].includes(url.protocol)) return [violation("must start with https://")];
  if (url.username || url.password) return [violation("must not hold a user name or password")];
  const host = hostOf(url);
  return ipaddr.isValid(host) && !isAllowedAddress(host, targets) ? [PRIVATE] : [];
};

const PROTOCOLS = { public: ["https:"], local: ["https:", "http:"] };

const violation = (message: string): Violation => ({ field: "url", message });

/** The URL leads to an address that is not everybody's. */
export const PRIVATE = violation("must lead to public addresses only");
