import { clientSettings, type IntakeClientOptions } from "./client-options.ts";
import { sendConfirmed } from "./confirmation.ts";
import { EventWalk, type FollowEventsOptions } from "./events.ts";
import { type OperationId, type Operations, ROUTES } from "./generated.ts";
import { iterators, type Method } from "./pages.ts";

export interface IntakeClient extends Operations {
  /** Walks the log of events forward, from a position that the caller has stored. */
  followEvents(options?: FollowEventsOptions): EventWalk;
}

/**
 * Creates a client of the service at an address, with the rights of an API key. Makes no request yet; `getMe` tests
 * both.
 * @throws TypeError for an address or a key with which no call can succeed
 */
export const createIntakeClient = (options: IntakeClientOptions): IntakeClient => {
  const settings = clientSettings(options);
  const methodOf = (id: OperationId): Method => {
    const call: Method = (input = {}, options = {}) => sendConfirmed(settings, { id, input, options });
    return ROUTES[id].isPaged ? Object.assign(call, iterators(call)) : call;
  };
  const ids = Object.keys(ROUTES) as OperationId[];
  // Routes and types are generated together, and compared with the contract.
  const operations = Object.fromEntries(ids.map((id) => [id, methodOf(id)])) as unknown as Operations;
  const followEvents = (walk: FollowEventsOptions = {}) => new EventWalk(operations.listEvents, walk);
  return { ...operations, followEvents };
};
