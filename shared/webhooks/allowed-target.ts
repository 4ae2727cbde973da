import { setTimeout as sleep } from "node:timers/promises";
import {
  ForbiddenAddressError,
  type RequestTargets,
  resolveAllowedAddress,
} from "../runtime/checked-address.ts";
import { invalidRequest } from "../schema/app-error.ts";
import type { QueryRef } from "../table/read-records.ts";
import { PRIVATE } from "./webhook-address.rules.ts";

const RESOLVE_MILLISECONDS = 2_000;

/**
 * Checks a valid URL's host; nothing for undefined. Throws `invalid_request` when the host resolves to an address that
 * is not public. Accepts a host that does not resolve now: it may be new, and every connection checks it again.
 */
export const allowedTarget = (url: string | undefined, targets: RequestTargets): QueryRef<void> => ({
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
