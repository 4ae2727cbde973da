import * as z from "zod/mini";
import { asStored, recordFields } from "../schema/record-fields.ts";
import { lazy } from "../schema/zod.ts";

/** Who a party is to the lead: another name of the lead, somebody against it, or somebody beside it. */
export const PARTY_ROLES = ["alias", "adverse", "related"] as const;

/** Somebody whom a lead names. */
export const partyFields = recordFields({
  role: { attribute: "role", ...asStored(() => z.enum(PARTY_ROLES)) },
  name: { attribute: "name", ...asStored(() => z.string()) },
  aliases: { attribute: "aliases", ...asStored(() => z.array(z.string())), initial: [] },
  /** As a lead's; empty when there is none. */
  email: { attribute: "email", ...asStored(() => z.string()), initial: "" },
  phone: { attribute: "phone", ...asStored(() => z.string()), initial: "" },
});

export const storedParties = lazy(() => z._default(z.nullable(z.array(partyFields.item())), null));
