import { setTimeout as sleep } from "node:timers/promises";
import {
  ForbiddenAddressError,
  hostOf,
  type RequestTargets,
  type Resolve,
  resolveAllowedAddress,
} from "../runtime/checked-address.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { PRIVATE } from "../schema/target-url.ts";
import type { QueryRef } from "../table/read-records.ts";

const RESOLVE_MILLISECONDS = 2_000;

/**
 * Checks a valid URL's host; nothing for undefined. Throws `invalid_request` when the host resolves to an address that
 * is not public. Warns of a host that does not resolve now: it may be new, and every connection checks it again.
 * @returns warnings
 */
export const allowedTarget = (
  url: string | undefined,
  targets: RequestTargets,
  resolve?: Resolve,
): QueryRef<string[]> => ({
  query: async () => {
    if (url === undefined) return [];
    const target = new URL(url);
    const resolution = resolveAllowedAddress(target, targets, resolve).then(
      () => "allowed",
      (error: unknown) => (error instanceof ForbiddenAddressError ? "forbidden" : "unresolved"),
    );
    const timeout = sleep(RESOLVE_MILLISECONDS, "unresolved", { ref: false });
    const outcome = await Promise.race([resolution, timeout]);
    if (outcome === "forbidden") throw invalidRequest([PRIVATE]);
    return outcome === "allowed" ? [] : [unresolved(hostOf(target))];
  },
});

const unresolved = (host: string) =>
  `The host ${host} does not resolve to an address now: until it does, every delivery fails. Check the url.`;
