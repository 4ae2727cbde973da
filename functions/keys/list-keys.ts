import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listKeysEndpoint } from "../../shared/keys/api-key.contract.ts";
import { apiKeyResource } from "../../shared/keys/api-key.rules.ts";
import { keyPage } from "../../shared/keys/firm-key.store.ts";

const listKeys = operation(listKeysEndpoint, {
  reads: (request) => ({ page: pageAfterCursor(request, { list: "keys" }, keyPage(request.firmId)) }),
  decide: ({ page }) => ({ answer: pageResource(page, apiKeyResource) }),
});

export const handler = endpoint(listKeys);
