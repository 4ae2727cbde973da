import { handler as bookByLinkHandler } from "../../functions/links/book-by-link.ts";
import { handler as createLinkHandler } from "../../functions/links/create-link.ts";
import { handler as deleteLinkHandler } from "../../functions/links/delete-link.ts";
import { handler as getLinkHandler } from "../../functions/links/get-link.ts";
import { handler as availabilityHandler } from "../../functions/links/get-link-availability.ts";
import { handler as calendarFileHandler } from "../../functions/links/get-link-calendar-file.ts";
import { handler as listLinksHandler } from "../../functions/links/list-links.ts";
import { handler as updateByLinkHandler } from "../../functions/links/update-by-link.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { apiKeyRecordKey, type Item, linkKey, sha256 } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { type ApiRequest, bodyOf, call } from "./http-call.ts";
import { readItem } from "./read-item.ts";

/** The consultation type that the firm offers in these tests. */
export const MEETING = { key: "meeting", name: "First meeting", duration_min: 60, amount: 98_765_432 };

export const SELF_SERVICE = { consultation_types: [MEETING], self_service: { enabled: true } };

/** Returns the stored items of a link: its record and its key. */
export const linkItems = async (
  table: Table,
  firm: FirmId,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<Item[]> => {
  const keys = [linkKey(firm, id), apiKeyRecordKey(sha256(token))];
  const items = await Promise.all(keys.map((key) => readItem(table, key)));
  return items.flatMap((item) => (item ? [item] : []));
};

/** Returns the key in the address of a link. */
export const tokenOf = (url: string) => url.replace(/^.*#/, "");

type Caller = { readonly key: string; readonly leadId: string };

/** Returns calls of the links of a lead, with the firm's key. */
export const linkCalls = (current: () => Caller) => {
  const send = (handler: typeof createLinkHandler, request: ApiRequest = {}, leadId = current().leadId) =>
    call(handler, { key: current().key, ...request, params: { id: leadId, ...request.params } });
  const create = (body: object = { type: MEETING.key }, leadId?: string) =>
    send(createLinkHandler, { body }, leadId);
  return {
    create,
    list: (leadId?: string) => send(listLinksHandler, {}, leadId),
    remove: (linkId: string, leadId?: string) => send(deleteLinkHandler, { params: { linkId } }, leadId),
    /**
     * Creates a link.
     * @returns it with its key
     */
    newLink: async (body?: object, leadId?: string) => {
      const link = bodyOf(await create(body, leadId), 201);
      return { ...link, token: tokenOf(link.url) };
    },
  };
};

const RANGE = { from: "2055-03-03T10:00:00Z", to: "2055-03-03T12:00:00Z" };

/** Returns the calls that a client's page makes with the key of a link. */
export const byLink = (token: string, headers: Record<string, string> = {}) => {
  const request = { key: token, headers };
  return {
    state: () => call(getLinkHandler, request),
    availability: (query: Record<string, string> = RANGE) => call(availabilityHandler, { ...request, query }),
    book: (start_at: unknown) => call(bookByLinkHandler, { ...request, body: { start_at } }),
    move: (start_at: unknown) => call(updateByLinkHandler, { ...request, body: { start_at } }),
    cancel: () => call(updateByLinkHandler, { ...request, body: { status: "canceled" } }),
    calendarFile: () => call(calendarFileHandler, request),
    change: (body: unknown, etag?: string) =>
      call(updateByLinkHandler, {
        ...request,
        body,
        headers: { ...headers, ...(etag !== undefined && { "if-match": etag }) },
      }),
  };
};
