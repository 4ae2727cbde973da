import { type CreatedFirm, createFirm } from "../../../shared/firm/create-firm.ts";
import { eraseFirm } from "../../../shared/firm/erase-firm.ts";
import { findFirm } from "../../../shared/firm/find-firm.ts";
import { walkFirm } from "../../../shared/firm/firm-items.store.ts";
import { disableFirm } from "../../../shared/firm/set-firm-state.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { Table } from "../../../shared/table/table.ts";

/** The prefix of these firms' ids. The role that deploys may touch no other firm's records. */
export const SMOKE_FIRM_PREFIX = "00000000-";

const NAME = "Smoke test";

export const createSmokeFirm = (table: Table, nowMilliseconds: number): Promise<CreatedFirm> =>
  createFirm(table, {
    id: SMOKE_FIRM_PREFIX + newRecordId(nowMilliseconds).slice(SMOKE_FIRM_PREFIX.length),
    name: NAME,
    timeZone: "UTC",
    defaultCountry: "US",
    nowMilliseconds,
  });

export type Clock = { readonly now: () => number; readonly wait: (milliseconds: number) => Promise<unknown> };

/** A little more than the minute that an erasure demands. */
const DISABLED_MILLISECONDS = 61_000;

/**
 * Erases a smoke test's firm. Queries find all of it, since the test never deletes a webhook endpoint.
 * @returns the number of items
 * @throws Error if it is another firm
 */
export const eraseSmokeFirm = async (table: Table, id: string, { now, wait }: Clock): Promise<number> => {
  if (!id.startsWith(SMOKE_FIRM_PREFIX)) throw new Error(`"${id}" is not a firm of a smoke test.`);
  const { firmId } = await findFirm(table, id);
  await disableFirm(table, { firmId, nowMilliseconds: now() });
  await wait(DISABLED_MILLISECONDS);
  const firm = await findFirm(table, id);
  return eraseFirm(table, { firm, dryRun: false, now, walk: walkFirm, onPage: () => {} });
};
