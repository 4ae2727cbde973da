import type { FirmId } from "../../domain/firm/firm-id.ts";
import { conditionalUpdate } from "../dynamodb/conditional-update.ts";
import type { Table } from "../dynamodb/table.ts";
import { memberStore } from "../members/member-store.ts";
import { memberKey } from "../record-keys.ts";

const AT_ONCE = 25;

/**
 * Makes every booking of the firm that is just being decided be decided again, by settings of this version or later:
 * what was set before this, no booking is written against after it. For changes of the firm's own settings, which no
 * booking can ask for in its write without all of the firm's bookings queueing.
 */
export const raiseMinSettingsVersion = async (
  table: Table,
  firm: FirmId,
  settingsVersion: number,
): Promise<void> => {
  const store = memberStore(table);
  const fence = ({ id }: { readonly id: string }) =>
    conditionalUpdate(table, memberKey(firm, id), { set: [[["minSettingsVersion"], settingsVersion]] });
  let afterId: string | null = null;
  do {
    const page = await store.list(firm, () => true, { limit: AT_ONCE, afterId });
    await Promise.all(page.records.map(fence));
    afterId = page.lastId;
  } while (afterId !== null);
};
