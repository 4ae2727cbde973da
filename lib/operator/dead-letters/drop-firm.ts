import type { FirmId } from "../../../shared/table/firm-id.ts";
import type { Deployment } from "../deployment.ts";
import { HOPS } from "./hops.ts";
import { holdsOthers, selectLetters } from "./selection.ts";

/**
 * Deletes the dead letters of a firm from every hop.
 * @returns how many that were, or would be, and the ids of batches that are kept because they also hold other firms
 */
export const dropFirmLetters = async (
  deployment: Deployment,
  { firmId, dryRun }: { readonly firmId: FirmId; readonly dryRun: boolean },
): Promise<{ count: number; kept: string[] }> => {
  const kept: string[] = [];
  let count = 0;
  for await (const read of lettersOfFirm(deployment, firmId)) {
    if (holdsOthers(read, { firm: firmId })) kept.push(read.letter.id);
    else {
      count += 1;
      if (!dryRun) await read.letter.delete();
    }
  }
  return { count, kept };
};

async function* lettersOfFirm(deployment: Deployment, firm: FirmId) {
  for (const hop of HOPS) yield* selectLetters(deployment, hop, { firm });
}
