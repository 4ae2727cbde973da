import { isDeepStrictEqual } from "node:util";
import { CONSULTATION_STATUSES } from "../../shared/consultations/consultation.rules.ts";
import { lostEvents } from "../../shared/events/continue-log.store.ts";
import { createdAt } from "../../shared/runtime/record-id.ts";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import {
  FEED_PREFIX,
  type Item,
  KEY_COUNTS_SORT_KEY,
  keyCountsKey,
  MEMBER_PREFIX,
  OPEN_PAGE_SORT_KEY,
  SETTINGS_SORT_KEY,
  SOURCE_PREFIX,
  WEBHOOK_PREFIX,
} from "../../shared/table/record-keys.ts";
import { documentIds } from "../../shared/table/walk-items.ts";
import { KEY_KIND } from "./compared-keys.ts";
import { type Change, confirmed, isDated, isNewer, type Kind, type Pair } from "./comparison.ts";
import { confirmOption } from "./operator-command.ts";

/** Parses the items of a firm's partition of that name; of its settings without a name. */
const ofFirm = (partition: string, sortKey: RegExp) => (item: Item) => {
  const [, firm = "", name = ""] = /^FIRM#([^#]+)(?:#(\w+))?$/.exec(String(item.pk)) ?? [];
  const [, id] = sortKey.exec(String(item.sk)) ?? [];
  return firm !== "" && name === partition && id !== undefined ? { firm, id: id || firm } : null;
};

export const FIRM = "firm";

/** Why a firm is not in the old table. The id of an older firm, a UUIDv4, does not say when it was created. */
export const GONE = { erased: "erased", unknown: "created after the instant, or erased" };

/** Returns a change of a document that only the firm can repeat. */
const changedByFirm = ({ restored, later }: Pair): Change | null => {
  if (later !== undefined && restored.version === later.version) return null;
  return { change: later === undefined ? "deleted" : "changed", repeat: null };
};

export const KINDS: readonly Kind[] = [
  {
    kind: FIRM,
    parse: ofFirm("", new RegExp(`^${SETTINGS_SORT_KEY}()$`)),
    compare: async ({ firm, restored, later }, comparison) => {
      if (later !== undefined) return null;
      const firmId = firmIdFromVerifiedSource(firm);
      const ids = await documentIds(comparison.restored, firmId, "");
      const records = ids.map((sk) => sk.split("#").at(-1) ?? "").filter(isDated);
      if (records.length > 0 && records.every((id) => isNewer(id, comparison)))
        return { change: GONE.unknown, repeat: null };
      // Only a disabled firm can be erased.
      const isDisabled = await readRecord(comparison.restored, {
        key: keyCountsKey(firmId),
        parse: isDisabledBy,
      });
      const erase = `firm erase ${firm} ${confirmOption(String(restored.name))}`;
      return { change: GONE.erased, repeat: isDisabled ? erase : `firm disable ${firm}` };
    },
  },
  {
    kind: FIRM,
    parse: ofFirm("", new RegExp(`^${KEY_COUNTS_SORT_KEY}()$`)),
    compare: ({ firm, restored, later }) => {
      const [before, after] = [restored, later].map(isDisabledBy);
      if (before === after) return null;
      return after
        ? { change: "disabled", repeat: `firm disable ${firm}` }
        : { change: "enabled", repeat: `firm enable ${firm}` };
    },
  },
  {
    kind: FIRM,
    parse: ofFirm("", new RegExp(`^${KEY_COUNTS_SORT_KEY}()$`)),
    compare: ({ firm, restored, later }) => {
      const [before, after] = [restored, later].map((item) => item?.firmRequestsPerMinute ?? "none");
      if (before === after) return null;
      return { change: "limited", repeat: `firm limit ${firm} --requests-per-minute ${after}` };
    },
  },
  {
    kind: "settings",
    parse: ofFirm("", new RegExp(`^${SETTINGS_SORT_KEY}()$`)),
    compare: changedByFirm,
  },
  {
    kind: "source",
    parse: ofFirm("", new RegExp(`^${SOURCE_PREFIX}(.+)$`)),
    compare: changedByFirm,
  },
  {
    kind: "member",
    parse: ofFirm("", new RegExp(`^${MEMBER_PREFIX}(.+)$`)),
    compare: (pair) =>
      pair.restored.active && pair.later?.active === false
        ? { change: "deactivated", repeat: confirmed("member deactivate", pair.firm, pair.id) }
        : changedByFirm(pair),
  },
  {
    kind: "feed",
    parse: ({ pk, sk }) => {
      const [, firm] = /^FIRM#([^#]+)#DAY#/.exec(String(pk)) ?? [];
      const [, id] = new RegExp(`^${FEED_PREFIX}(.+)$`).exec(String(sk)) ?? [];
      return firm && id ? { firm, id } : null;
    },
    compare: ({ firm, id, restored, later }) =>
      later
        ? null
        : { change: "deleted", repeat: confirmed("feed delete", firm, String(restored.attorneyId), id) },
  },
  KEY_KIND,
  {
    kind: "webhook",
    parse: ofFirm("", new RegExp(`^${WEBHOOK_PREFIX}(.+)$`)),
    compare: (pair) => {
      const change = changedByFirm(pair);
      return change && { ...change, repeat: confirmed("webhooks delete", pair.firm, pair.id) };
    },
  },
  {
    kind: "lead",
    parse: ofFirm("LEAD", /^(.+)$/),
    compare: ({ firm, id, restored, later }) =>
      later?.erasure && !restored.erasure
        ? { change: "erased", repeat: confirmed("lead erase", firm, id) }
        : null,
  },
  {
    kind: "consultation",
    parse: ofFirm("CONSULTATION", /^(.+)$/),
    compare: ({ firm, id, restored, later }) => {
      const change = changeOf(restored, later);
      if (change === null) return null;
      const cancel = (...options: string[]) => confirmed("consultation cancel", firm, id, ...options);
      if (change === "canceled") return { change, repeat: cancel() };
      return { change, repeat: restored.dueAt ? cancel("--reminders-only") : null };
    },
  },
  {
    kind: "events",
    parse: ofFirm("EVENTLOG", new RegExp(`^${OPEN_PAGE_SORT_KEY}()$`)),
    compare: async ({ firm, restored, later }, tables) => {
      if (isDeepStrictEqual(pageOf(restored), pageOf(later))) return null;
      const lost = await lostEvents({ firm: firmIdFromVerifiedSource(firm), ...tables });
      const [first, last] = [lost[0], lost.at(-1)].map((id) => id && createdAt(id));
      if (!first) return null;
      return { change: `${lost.length} lost, of changes from ${first} to ${last}`, repeat: null };
    },
  },
];

const isDisabledBy = (keyCounts: Item | undefined) => keyCounts?.firmDisabledAt !== undefined;

/** The ids alone may be equal: the open page of a log that goes on is empty, as is one after a full page. */
const pageOf = (item: Item | undefined) => [item?.lastNumber, item?.eventIds];

/** Returns what happened to an open consultation after the instant, if it can no longer take place as restored. */
const changeOf = ({ status, startAt }: Item, later: Item | undefined) => {
  if (!isOpen(status) || later === undefined) return null;
  if (!isOpen(later.status)) return String(later.status);
  return startAt === later.startAt ? null : "moved";
};

const isOpen = (status: unknown) =>
  Object.entries(CONSULTATION_STATUSES).some(([name, { isOpen: open }]) => name === status && open);
