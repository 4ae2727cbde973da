import { beforeEach } from "@jest/globals";
import type { Context } from "aws-lambda";
import type { Table } from "../../shared/table/table.ts";
import { addKey, addMember, newFirm } from "./firms.ts";
import { type ApiRequest, call } from "./http-call.ts";
import { putLead, readStoredLead } from "./leads.ts";

type Firm = Awaited<ReturnType<typeof newFirm>>;
type Handler = Parameters<typeof call>[0];

/** Creates a firm before each test, or once before all of them with `beforeAll`. Returns it with its requests. */
export const useFirm = (table: Table, before = beforeEach, fields?: Parameters<typeof newFirm>[1]) => {
  const firm = {} as Firm;
  const renew = async () => {
    Object.assign(firm, await newFirm(table, fields));
  };
  before(renew);
  return Object.assign(firm, {
    renew,
    /** Sends a request with the firm's key, or the one that the request names. */
    send: (handler: Handler, request: ApiRequest = {}, context: Partial<Context> = {}) =>
      call(handler, { key: firm.apiKey, ...request }, context),
    addKey: (changes?: Parameters<typeof addKey>[2]) => addKey(table, firm.firmId, changes),
    addMember: (changes?: Parameters<typeof addMember>[2]) => addMember(table, firm.firmId, changes),
    putLead: (changes?: Parameters<typeof putLead>[2]) => putLead(table, firm.firmId, changes),
    /** Returns the item of a lead; undefined if there is none. */
    storedLead: (id: string) => readStoredLead(table, firm.firmId, id),
  });
};

export type TestFirm = ReturnType<typeof useFirm>;
