import { LARGE } from "./assumptions.ts";
import type { Figures } from "./figures.ts";
import { ATTEMPTS_AT_ONCE, loadQuotas, peakOf } from "./load-quotas.ts";
import { countText, table } from "./markdown.ts";

const TIMES = [10, 100] as const;

/** What changes beyond the large load. Nothing of it is built. */
export const growthSection = (figures: Figures): string => {
  const quotas = loadQuotas(figures);
  const takenAt = (quota: (typeof quotas)[number], times: number) => times * peakOf(quota, LARGE);
  const binding = quotas.filter((quota) => TIMES.some((times) => takenAt(quota, times) > quota.limit));
  const attempts = quotas.filter(({ what }) => what === ATTEMPTS_AT_ONCE);
  const atTenTimes = attempts.map((quota) => countText(takenAt(quota, 10))).join();
  return `## At ten and a hundred times the load

What the busiest second takes at ${TIMES.map((times) => countText(times * LARGE.leadsPerDay)).join(" and ")} leads a day, of the quotas that bind by then:

${table(
  ["quota", "limit", ...TIMES.map((times) => `taken at ${times} times`)],
  binding.map((quota) => [
    quota.what,
    countText(quota.limit),
    ...TIMES.map((times) => countText(takenAt(quota, times))),
  ]),
)}

**Ten times: delivery by workers that hold many connections.** The other quotas are raised by asking, and nothing changes but numbers. Delivery does: an
invocation waits for one endpoint, and ${atTenTimes} attempts at once are as many instances, that mostly wait. A few containers that read the
same queue, each with some hundred attempts under way, take the place of \`deliver-webhook\`: the message, the conditional writes that keep an attempt from being made
twice, the circuit and the sweep stay as they are.

**A hundred times: cells.** No account has such quotas, and a fault would be everybody's. A cell is an account with this same stack, a stage of its own in \`lib/stages.ts\`,
with some tens of thousands of firms. A firm is pinned to one cell: every record of it begins with its id or belongs to a key that names it, so no request needs two.
\`firm create\` runs in the cell with room. Callers use the cell's own domain, or one domain before which CloudFront looks up the cell of a key's hash.

**How a firm is moved** to another cell, some minutes during which its callers get 403 and must repeat:

1. \`firm disable\` in the old cell, and wait until the stream and the queue hold nothing of it.
2. Copy its items as they are: those that \`firm export\` walks, with the secrets and hashes that an export leaves out. Ids, revisions, positions in the event log and due
   deliveries stay what they were, so subscribers notice nothing. This command does not exist yet.
3. Point its domain, or its keys' hashes, to the new cell, and \`firm enable\` there: what is due is delivered from there.
4. \`firm erase\` in the old cell, when the numbers of items agree.`;
};
