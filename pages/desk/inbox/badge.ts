import { computed, signal } from "@preact/signals";
import type { Source } from "../../../client/src/index.ts";
import { needSources, sources } from "../directory.ts";
import { onEvents } from "../fresh.ts";
// Not by requests.ts, which brings what only writes need.
import { can, client } from "../session.ts";

const PAGE = 50;

const counted = signal(0);
/** Counts the events of rejections, to tell whether one has come during a count. */
let seen = 0;

/** The number of rejected deliveries that nobody has mended or dismissed, as text: `50+` beyond a page. */
export const rejectedCount = computed(() => {
  const count = counted.value;
  return count > PAGE ? `${PAGE}+` : count === 0 ? "" : String(count);
});

/** Returns the sources that may have any. Each rejection is an event, which the log keeps as long as its delivery. */
const failingSources = async (): Promise<readonly Source[]> => {
  await needSources();
  const all = sources.peek() ?? [];
  if (!can("events:read")) return all;
  const query = { type: "delivery.rejected", limit: 200 } as const;
  const { data, next_cursor } = await client().listEvents({ query });
  const keys = new Set(data.map(({ data }) => ("source" in data ? data.source : "")));
  return next_cursor === null ? all.filter(({ key }) => keys.has(key)) : all;
};

export const countRejected = async (): Promise<void> => {
  if (!can("settings:read")) return;
  const seenBefore = seen;
  let count = 0;
  for (const { id } of await failingSources()) {
    const query = { outcome: "rejected", limit: PAGE } as const;
    const { data, next_cursor } = await client().listInboundDeliveries({ path: { id }, query });
    count += data.length + (next_cursor === null ? 0 : 1);
    if (count > PAGE) break;
  }
  if (seen !== seenBefore) return countRejected();
  counted.value = count;
};

/** Counts what is rejected while the page is open. @returns a function that ends it */
export const followRejected = (): (() => void) => {
  counted.value = 0;
  countRejected().catch(() => {
    // The next count tries again.
  });
  return onEvents((events) => {
    const { length } = events.filter(({ type }) => type === "delivery.rejected");
    counted.value += length;
    seen += length;
  });
};
