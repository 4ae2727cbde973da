import type { HttpEvent } from "./http-context.ts";
import { isBlank } from "./schema/text.ts";

/** The parameters of a query. A blank one counts as absent, as a blank text of a body does. */
export const givenParameters = ({ queryStringParameters = {} }: HttpEvent) =>
  Object.fromEntries(Object.entries(queryStringParameters).filter(([, value = ""]) => !isBlank(value)));
