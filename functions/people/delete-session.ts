import { keylessHandler } from "../../shared/api/endpoint.ts";
import { namesKey, removedCookie, sentSession } from "../../shared/api/session-cookie.ts";
import { deleteSessionEndpoint } from "../../shared/people/session.contract.ts";
import { signOut } from "../../shared/people/sign-out.ts";
import { publicUrl } from "../../shared/runtime/environment.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

/** Signs out. It answers 204 in any case, so that a browser with an ended session also loses its cookie. */
export const handler = keylessHandler(deleteSessionEndpoint, async (event) => {
  const session = namesKey(event) ? null : sentSession(event);
  if (session === null) return { statusCode: 204 };
  if (session) await signOut(table, session);
  return { statusCode: 204, cookies: [removedCookie(publicUrl(event.headers.host ?? ""))] };
});
