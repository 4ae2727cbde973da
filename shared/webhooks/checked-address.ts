import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Violation } from "../contract/app-error.ts";
import {
  hostOf,
  isAllowedAddress,
  PRIVATE,
  type WebhookTargets,
  webhookUrlViolations,
} from "../domain/webhooks/webhook-address.ts";

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true });

export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
  readonly code = "ADDRESS_REFUSED";
}

/**
 * The address to connect to: one of those that the host resolves to now, none of which may be refused.
 * @throws AddressRefused, or what the resolver throws
 */
export const checkedAddress = async (
  url: URL,
  targets: WebhookTargets,
  resolve: Resolve = resolveAll,
): Promise<LookupAddress> => {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await resolve(host);
  // functions outside a VPC reach IPv4 alone
  const chosen = addresses.find((one) => one.family === 4) ?? addresses[0];
  if (!chosen || !addresses.every(({ address }) => isAllowedAddress(address, targets))) {
    throw new AddressRefused("The host leads to an address that is not public.");
  }
  return chosen;
};

const RESOLVE_MILLISECONDS = 2_000;

/**
 * What is wrong with a URL that a firm wants events sent to. A name that does not resolve now is let pass: it may be
 * new, and is judged again at each connection.
 */
export const webhookTargetViolations = async (
  sent: unknown,
  targets: WebhookTargets,
  resolve: Resolve = resolveAll,
): Promise<Violation[]> => {
  const violations = webhookUrlViolations(sent, targets);
  if (violations.length > 0 || typeof sent !== "string" || !URL.canParse(sent)) return violations;
  const refusal = checkedAddress(new URL(sent), targets, resolve).then(
    () => [],
    (error: unknown) => (error instanceof AddressRefused ? [PRIVATE] : []),
  );
  return Promise.race([refusal, sleep(RESOLVE_MILLISECONDS, [], { ref: false })]);
};
