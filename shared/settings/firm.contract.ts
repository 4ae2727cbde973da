import type * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";
import { firmFields } from "./firm-fields.contract.ts";

/** The firm's settings as the API shows them. */
export const firm = firmFields.shown;

const firmChanges = lazy(() => settingsObject(firmFields.changed(), { shown: firm }));

export type FirmChanges = z.output<ReturnType<typeof firmChanges>>;

const firmResponse = { status: 200, schema: firm } as const;

export const getFirmEndpoint = defineEndpoint({
  name: "get-firm",
  method: "GET",
  path: "/api/firm",
  summary: "Get the firm's settings",
  scope: "settings:read",
  tableActions: ["GetItem"],
  response: firmResponse,
});

export const updateFirmEndpoint = defineEndpoint({
  name: "update-firm",
  method: "PATCH",
  path: "/api/firm",
  summary: "Change the firm's settings; a list in the body replaces the stored one",
  scope: "settings:write",
  tableActions: ["GetItem", "Query", "QueryIndex", "PutItem", "UpdateItem"],
  acceptsIfMatch: true,
  body: firmChanges,
  response: firmResponse,
});
