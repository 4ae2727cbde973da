import type { FirmId } from "../domain/firm-id.ts";
import type { Member } from "../domain/member.ts";
import { conditionalUpdate } from "./conditional-update.ts";
import { memberKey } from "./keys.ts";
import { memberStore } from "./member-store.ts";
import type { Table } from "./table.ts";

const AT_ONCE = 25;

/**
 * Makes every booking of the firm that is just being decided be decided again, by counting up the version of every
 * member whom it could be with: what was written before this, no booking is written against after it. For changes of
 * the firm's own settings, which no booking can ask for in its write without all of the firm's bookings queueing.
 */
export const fenceCalendars = async (table: Table, firm: FirmId): Promise<void> => {
  const store = memberStore(table);
  const isBookedWith = ({ active, schedulable }: Member) => active && schedulable;
  let afterId: string | null = null;
  do {
    const page = await store.list(firm, isBookedWith, { limit: AT_ONCE, afterId });
    await Promise.all(page.records.map(({ id }) => countUp(table, firm, id)));
    afterId = page.lastId;
  } while (afterId !== null);
};

const countUp = (table: Table, firm: FirmId, id: string) =>
  conditionalUpdate(table, memberKey(firm, id), { set: [], counted: [["version"]] });
