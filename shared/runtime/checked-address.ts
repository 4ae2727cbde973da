import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * The addresses that requests may go to. `local` also permits plain http and loopback, on one machine, never in the
 * cloud.
 */
export type RequestTargets = "public" | "local";

/** IPv6 global unicast (IANA): every address outside of it is special-purpose or unassigned. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Returns whether requests may go to an address that a resolver returned. */
export const isAllowedAddress = (address: string, targets: RequestTargets): boolean => {
  // A zone names an interface of this machine.
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (targets === "local" && range === "loopback") return true;
  return range === "unicast" && (parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6));
};

/** Returns the host in the form that a resolver accepts: an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1");

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true });

export class ForbiddenAddressError extends Error {
  override readonly name = "ForbiddenAddressError";
  readonly code = "ADDRESS_REFUSED";
}

/**
 * Resolves a URL's host to the address to connect to. Every address of the host must be allowed.
 * @throws ForbiddenAddressError, or the resolver's error
 */
export const resolveAllowedAddress = async (
  url: URL,
  targets: RequestTargets,
  resolve: Resolve = resolveAll,
): Promise<LookupAddress> => {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await resolve(host);
  // A function outside a VPC reaches IPv4 only.
  const chosen = addresses.find((each) => each.family === 4) ?? addresses[0];
  if (!chosen || !addresses.every(({ address }) => isAllowedAddress(address, targets))) {
    throw new ForbiddenAddressError("The host resolves to an address that is not public.");
  }
  return chosen;
};
