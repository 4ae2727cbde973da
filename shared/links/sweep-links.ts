import type { Consultation } from "../consultations/consultation.rules.ts";
import { consultationRecord } from "../consultations/consultation.store.ts";
import { commitWhenFree, type Write } from "../table/commit.ts";
import { type DueKey, LINKS_SHARD } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { parseLinkKey } from "../table/parse-record-keys.ts";
import { readRecord } from "../table/read-records.ts";
import { consultationKey } from "../table/record-keys.ts";
import { type SweepDependencies, sweepDue } from "../table/sweep-due.ts";
import { isLive } from "./link.rules.ts";
import { dueAgain, linkRecord, removeLink } from "./link.store.ts";

/**
 * Deletes the links that have ended with their consultations. A link whose consultation was moved is due again at its
 * new end.
 * @throws the first fault, once the other links are done
 */
export const sweepLinks = (dependencies: SweepDependencies): Promise<boolean> =>
  sweepDue(dependencies, { work: "links", shards: [LINKS_SHARD] }, (due) => sweepLink(dependencies, due));

/** Leaves a link that has changed since the read to the next sweep. */
const sweepLink = async ({ table, now }: SweepDependencies, due: DueKey): Promise<void> => {
  const { firmId, id } = parseLinkKey(due.key);
  const link = await readRecord(table, linkRecord(firmId, id));
  // The index may still show a revoked link.
  if (link === null || link.consultationId === null) return;
  const consultation = await readRecord(table, consultationRecord(firmId, link.consultationId));
  const writes =
    consultation && isLive(link, consultation, now())
      ? [dueAgain(due, link, consultation)]
      : [...removeLink(firmId, link), ...requireUnmoved(firmId, consultation)];
  await commitWhenFree(table, writes);
};

/** Requires that a consultation is unchanged. It is missing only after its firm's erasure. */
const requireUnmoved = (firm: FirmId, consultation: Consultation | null): Write[] =>
  consultation === null
    ? []
    : [
        {
          ConditionCheck: {
            Key: consultationKey(firm, consultation.id),
            ConditionExpression: "revision = :revision",
            ExpressionAttributeValues: { ":revision": consultation.revision },
          },
        },
      ];
