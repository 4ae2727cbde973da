import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { invalidRequest } from "../schema/app-error.ts";
import type { QueryRef } from "../table/read-records.ts";
import { hostOf, isAllowedAddress, PRIVATE, type WebhookTargets } from "./webhook-address.rules.ts";

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true });

class ForbiddenAddressError extends Error {
  override readonly name = "ForbiddenAddressError";
  readonly code = "ADDRESS_REFUSED";
}

/**
 * Resolves a URL's host to the address to connect to. Every address of the host must be allowed.
 * @throws ForbiddenAddressError, or the resolver's error
 */
export const resolveAllowedAddress = async (
  url: URL,
  targets: WebhookTargets,
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

const RESOLVE_MILLISECONDS = 2_000;

/**
 * The check of a valid URL's host; undefined needs none. Reading it throws `invalid_request` when the host resolves to an
 * address that is not public. A host that does not resolve now is accepted: it may be new, and every connection checks
 * it again.
 */
export const allowedTarget = (url: string | undefined, targets: WebhookTargets): QueryRef<void> => ({
  query: async () => {
    if (url === undefined) return;
    const isForbidden = resolveAllowedAddress(new URL(url), targets).then(
      () => false,
      (error: unknown) => error instanceof ForbiddenAddressError,
    );
    const timeout = sleep(RESOLVE_MILLISECONDS, false, { ref: false });
    if (await Promise.race([isForbidden, timeout])) throw invalidRequest([PRIVATE]);
  },
});
