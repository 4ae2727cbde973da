import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { firmIdFromVerifiedSource } from "../../shared/table/firm-id.ts";
import { recordKindsOf } from "../../shared/table/record-kind.ts";
import { everyKey } from "../support/every-key.ts";

const FIRM = firmIdFromVerifiedSource("<firm>");

const KEYS = everyKey(FIRM);

/** Small records beside the settings, which need no kind of their own. */
const SETTINGS_ENTRIES = [
  "attorneyListKey",
  "conflictIndexKey",
  "keyCountsKey",
  "lastRenameKey",
  "memberCountKey",
  "removedStageKey",
  "sourceReservationKey",
  "turnsKey",
];

it.each(KEYS)(
  "record-kind.ts has the kind of the record of $name, as an export calls it",
  ({ name, key }) => {
    const kind = recordKindsOf(FIRM)(key);
    expect(["other", ...(SETTINGS_ENTRIES.includes(name) ? [] : ["settings_entry"])]).not.toContain(kind);
  },
);

const varying = (text: string) => text.replace(/0*<[^>]*>|change id|[\da-f]{64}/g, "…");
const dataModel = varying(readFileSync(join(import.meta.dirname, "../../docs/data-model.md"), "utf8"));

it.each(KEYS)("docs/data-model.md has the record of $name", ({ key: { pk, sk } }) => {
  const rows = dataModel.split("\n").filter((row) => row.includes(`| \`${varying(pk)}\` | `));
  expect(rows.map((row) => row.replace(/^.* \| `?(.*?)`? \|$/, "$1"))).toContain(varying(sk));
});
