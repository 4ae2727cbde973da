import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listConflictEntriesEndpoint } from "../../shared/conflicts/conflict-entry.contract.ts";
import { conflictEntryResource, entryMatcher } from "../../shared/conflicts/conflict-entry.rules.ts";
import { entryPage } from "../../shared/conflicts/conflict-entry.store.ts";
import { gateSettings } from "../../shared/conflicts/conflict-gate.store.ts";
import { wordsOf } from "../../shared/leads/lead-search.rules.ts";

const listConflictEntries = operation(listConflictEntriesEndpoint, {
  reads: ({ firmId, query }) => {
    const words = wordsOf(query?.q ?? "");
    return {
      settings: gateSettings(firmId),
      page: pageAfterCursor(
        { firmId, query },
        { conflictEntries: words },
        entryPage(firmId, entryMatcher(words)),
      ),
    };
  },

  decide: ({ page }) => ({ answer: pageResource(page, conflictEntryResource) }),
});

export const handler = endpoint(listConflictEntries);
