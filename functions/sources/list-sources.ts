import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { listSourcesEndpoint } from "../../shared/sources/source.contract.ts";
import { sourceResource } from "../../shared/sources/source.rules.ts";
import { sourcePage } from "../../shared/sources/source.store.ts";

const listSources = operation(listSourcesEndpoint, {
  reads: (request) => ({
    page: pageAfterCursor(request, { list: "sources" }, sourcePage(request.firmId)),
  }),
  decide: ({ page }, { nowMilliseconds }) => ({
    answer: pageResource(page, (source) => sourceResource(source, nowMilliseconds)),
  }),
});

export const handler = endpoint(listSources);
