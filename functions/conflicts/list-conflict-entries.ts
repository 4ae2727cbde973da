import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listConflictEntriesEndpoint } from "../../shared/conflicts/conflict-entry.contract.ts";
import { conflictEntryResource, entryMatcher } from "../../shared/conflicts/conflict-entry.rules.ts";
import { entryPage } from "../../shared/conflicts/conflict-entry.store.ts";
import { gateSettings } from "../../shared/conflicts/conflict-gate.store.ts";
import { searchWords } from "../../shared/leads/lead-search.rules.ts";
import { EMPTY_PAGE } from "../../shared/table/list-newest-first.ts";

const listConflictEntries = operation(listConflictEntriesEndpoint, {
  reads: ({ firmId, query }) => {
    const words = searchWords(query?.q);
    const readPage = words === null ? async () => EMPTY_PAGE : entryPage(firmId, entryMatcher(words));
    return {
      settings: gateSettings(firmId),
      page: pageAfterCursor({ firmId, query }, { conflictEntries: words }, readPage),
    };
  },

  decide: ({ page }) => ({ answer: pageResource(page, conflictEntryResource) }),
});

export const handler = endpoint(listConflictEntries);
