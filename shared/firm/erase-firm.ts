import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import type { FoundFirm } from "./find-firm.ts";
import { deleteFirmHead, deleteItems, isFirmHead, scanFirm, type walkFirm } from "./firm-items.store.ts";

type Request = {
  readonly firm: FoundFirm;
  readonly dryRun: boolean;
  readonly now: () => number;
  /** Yields the firm's items; by default reads the whole table. */
  readonly walk?: typeof walkFirm;
  /** Called after each page of the table. */
  readonly onPage: (scanned: number, found: number) => void;
  /** Called when only the items are left that show that the firm exists: a failure leaves them to the next run. */
  readonly beforeLast?: () => Promise<void>;
};

/** The longest time for which a key stays accepted after the firm is disabled, and its request then runs. */
const DISABLED_MILLISECONDS = 60_000;

/**
 * Deletes all data of a disabled firm. The settings go last, so the next run completes an interrupted one. Passes over
 * the table until nothing is left: events and webhook deliveries may still be stored for a moment.
 * @returns the number of items
 * @throws when the firm is enabled, or disabled for less than a minute
 */
export const eraseFirm = async (table: Table, request: Request): Promise<number> => {
  const { firm, dryRun, now, beforeLast } = request;
  requireDisabled(firm, now());
  let total = 0;
  for (;;) {
    const count = await deleteOrCount(table, request, total);
    total += count;
    if (dryRun || count === 0) break;
  }
  await beforeLast?.();
  if (!dryRun && !(await deleteFirmHead(table, firm.firmId)))
    throw new Error("In the meantime the firm was enabled, or another run erased it.");
  return total + FIRM_HEADS;
};

/** The settings and the key counts. */
const FIRM_HEADS = 2;

const requireDisabled = ({ disabledAt }: FoundFirm, now: number) => {
  if (disabledAt === null) throw new Error("The firm is enabled: disable it first.");
  if (now - Date.parse(disabledAt) < DISABLED_MILLISECONDS)
    throw new Error("The firm was disabled less than a minute ago: its last requests may not have ended.");
};

const scanKeys = (table: Table, firm: FirmId) =>
  scanFirm(table, firm, { attributes: ["pk", "sk"], consistent: true });

const deleteOrCount = async (
  table: Table,
  { firm: { firmId }, dryRun, onPage, walk = scanKeys }: Request,
  before: number,
): Promise<number> => {
  let [found, scanned] = [0, 0];
  for await (const page of walk(table, firmId)) {
    const keys = page.items
      .map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }))
      .filter((key) => !isFirmHead(firmId, key));
    if (!dryRun) await deleteItems(table, keys);
    found += keys.length;
    scanned += page.scanned;
    onPage(scanned, before + found);
  }
  return found;
};
