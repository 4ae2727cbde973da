import { handler as getMe } from "../../functions/keys/get-me.ts";
import { handler as createSession } from "../../functions/people/create-session.ts";
import { handler as createSignInLink } from "../../functions/people/create-sign-in-link.ts";
import { handler as deleteSession } from "../../functions/people/delete-session.ts";
import { handler as listSessions } from "../../functions/people/list-sessions.ts";
import { type ApiRequest, type ApiResponse, bodyOf, call } from "./http-call.ts";
import { tokenOf } from "./links.ts";

/** The header of the desk's own requests. */
export const DESK = { "intake-desk": "1" };

/** Returns the cookie of an answer as the browser sends it. */
export const cookieOf = ({ cookies }: ApiResponse): string => String(cookies?.[0]).replace(/;.*$/, "");

/** Returns the request of a browser that has these cookies. */
export const fromDesk = (...cookies: string[]): ApiRequest => ({ cookies, headers: DESK });

/** Returns the token of a member's new sign-in link. */
export const newToken = async (key: string, id: string): Promise<string> =>
  tokenOf(bodyOf(await call(createSignInLink, { key, params: { id } }), 201).url);

export const useToken = (token: string, request: ApiRequest = {}) =>
  call(createSession, { key: token, headers: DESK, ...request });

/** Signs in by a new link, and returns the cookie. */
export const signIn = async (key: string, id: string, body?: object): Promise<string> => {
  const answer = await useToken(await newToken(key, id), { body });
  bodyOf(answer, 201);
  return cookieOf(answer);
};

/** Returns the code of an error, or the status of a success. */
export const outcomeOf = ({ status, body }: ApiResponse): string | number => body?.error?.code ?? status;

/** Returns what `GET /api/me` answers a browser. */
export const meOf = async (cookie: string) => outcomeOf(await call(getMe, fromDesk(cookie)));

export const signOut = (cookie: string, request: ApiRequest = {}) =>
  call(deleteSession, { ...fromDesk(cookie), ...request });

export const sessionsOf = async (key: string, id: string) =>
  bodyOf(await call(listSessions, { key, params: { id } }), 200).data;
