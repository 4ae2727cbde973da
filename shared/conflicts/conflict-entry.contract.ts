import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { listOf, notEmpty } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { lazy, withForms } from "../schema/zod.ts";
import { conflictEntryFields, entryKey } from "./conflict-entry-fields.contract.ts";

/** An entry of the register as the API shows it. */
export const conflictEntry = conflictEntryFields.shown;

export const conflictEntryInput = lazy(() => z.object(conflictEntryFields.created()));
export type ConflictEntryInput = z.output<ReturnType<typeof conflictEntryInput>>;

const ENTRIES = "/api/conflict-entries";
const ENTRY = `${ENTRIES}/{key}` as const;

/** The segment of the path that names an entry is any text, not an id. */
const PATH_TEXTS = ["key"] as const;

/** The entry in the path of the examples. */
const PATH = { key: "client-1042" };

const EXAMPLE = {
  name: "Acme Inc.",
  aliases: ["Acme East"],
  email: "office@acme.example",
  phone: "(212) 555-0143",
  role: "client",
  matter: "12/2024 Acme v. Zenith",
};

export const listConflictEntriesEndpoint = defineEndpoint({
  name: "list-conflict-entries",
  method: "GET",
  path: ENTRIES,
  summary: "List the entries of the conflict register, newest first",
  scope: "conflicts:read",
  tableActions: ["GetItem", "QueryIndex"],
  query: lazy(() => z.object({ ...pageQuery(), q: z.optional(z.string()) })),
  errors: ["conflict_gate_disabled"],
  response: { status: 200, schema: lazy(() => page(conflictEntry())) },
});

export const listConflictEntriesDescription: DescriptionOf<typeof listConflictEntriesEndpoint> = {
  query: { q: "acme" },
  fields: {
    q: "Words, each of which must occur in the key, the name, an alias, the email address or the phone number of an entry.",
  },
  prose: `
Lists the register a page at a time, newest created first. \`q\` finds an entry if each of its words is in the entry's key,
names, email address or phone number, whatever their marks, case and apostrophes. With \`q\`, a page may hold fewer entries
than \`limit\`, so continue until \`next_cursor\` is null. An entry may be missing for a moment after its creation.`,
};

export const getConflictEntryEndpoint = defineEndpoint({
  name: "get-conflict-entry",
  method: "GET",
  path: ENTRY,
  pathTexts: PATH_TEXTS,
  summary: "Get an entry of the conflict register",
  scope: "conflicts:read",
  tableActions: ["GetItem", "BatchGetItem"],
  errors: ["conflict_gate_disabled"],
  response: { status: 200, schema: conflictEntry },
});

export const getConflictEntryDescription: DescriptionOf<typeof getConflictEntryEndpoint> = {
  path: PATH,
  prose: `
Returns one entry by its key, as it was put. A key of another firm, or one that no entry has, is 404 \`not_found\`.`,
};

export const putConflictEntryEndpoint = defineEndpoint({
  name: "put-conflict-entry",
  method: "PUT",
  path: ENTRY,
  pathTexts: PATH_TEXTS,
  summary: "Create or replace an entry of the conflict register",
  scope: "conflicts:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  body: conflictEntryInput,
  errors: ["conflict_gate_disabled"],
  response: { status: 200, createsRecord: true, schema: conflictEntry },
});

export const putConflictEntryDescription: DescriptionOf<typeof putConflictEntryEndpoint> = {
  lostAnswer: { way: "repeated" },
  path: PATH,
  body: EXAMPLE,
  prose: `
Puts somebody into the register: what the firm knows beside its leads, such as the clients of its practice system. Checks of
leads find entries by their names, aliases, email address and phone number: see the guide
[Check for conflicts](#description/check-for-conflicts). 201 for a new entry, otherwise 200.

The key identifies the entry: the number of the client or of the matter, for example. It has 1 to 100 of \`A-Z\`, \`a-z\`,
\`0-9\` and \`.\` \`_\` \`:\` \`-\`. The body replaces the whole entry; what it leaves out is empty then. The same body again
changes nothing. An entry stays, also when a lead is erased, until the firm deletes it.

An entry that newly matches a lead whose check found nothing, or that a person has cleared or waived, ends that within a
minute, unless the match is only the same person again.`,
};

export const deleteConflictEntryEndpoint = defineEndpoint({
  name: "delete-conflict-entry",
  method: "DELETE",
  path: ENTRY,
  pathTexts: PATH_TEXTS,
  summary: "Delete an entry of the conflict register",
  scope: "conflicts:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  errors: ["conflict_gate_disabled"],
  response: { status: 204 },
});

export const deleteConflictEntryDescription: DescriptionOf<typeof deleteConflictEntryEndpoint> = {
  lostAnswer: { way: "deletion", gone: ["not_found"] },
  path: { key: "client-1044" },
  prose: `
Deletes an entry. Later checks do not find it; earlier ones still show it. Its key can be used again.`,
};

/** An entry of a batch, which names its key. */
export const batchEntry = lazy(() => z.object({ key: entryKey(), ...conflictEntryFields.created() }));

const someEntry = notEmpty("must have at least one entry");

/** The entries are validated one by one: an invalid one does not keep the others out. */
const batch = lazy(() =>
  z.object({
    entries: withForms(listOf(z.unknown(), LIMITS.entries).check(someEntry), () => [
      listOf(batchEntry(), LIMITS.entries).check(someEntry),
    ]),
  }),
);

const OUTCOMES = ["created", "updated", "unchanged", "rejected"] as const;

const entryOutcome = lazy(() =>
  z.object({
    key: z.nullable(z.string()),
    outcome: z.enum(OUTCOMES),
    details: z.nullable(z.array(z.object({ field: z.string(), message: z.string() }))),
  }),
);
export type EntryOutcome = z.output<ReturnType<typeof entryOutcome>>;

export const putConflictEntriesEndpoint = defineEndpoint({
  name: "put-conflict-entries",
  method: "POST",
  path: `${ENTRIES}/batch`,
  summary: "Create or replace up to 100 entries of the conflict register",
  scope: "conflicts:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  body: batch,
  errors: ["conflict_gate_disabled"],
  response: { status: 200, schema: lazy(() => z.object({ data: z.array(entryOutcome()) })) },
});

export const putConflictEntriesDescription: DescriptionOf<typeof putConflictEntriesEndpoint> = {
  lostAnswer: { way: "repeated" },
  fields: {
    entries: "The entries, each with its key.",
    key: "The key of the entry; in the response, null if it was sent without one.",
    outcome: "What the request did with the entry.",
    details: "What is wrong with a rejected entry, by its fields; null for every other one.",
  },
  body: {
    entries: [
      { ...PATH, ...EXAMPLE },
      { ...PATH, name: "Acme East", role: "client" },
    ],
  },
  response: () => ({
    data: [
      { ...PATH, outcome: "created", details: null },
      {
        ...{ ...PATH, outcome: "rejected" },
        details: [{ field: "key", message: "is that of an earlier entry of the batch" }],
      },
    ],
  }),
  prose: `
Puts up to 100 entries into the register, each as its own PUT would, and says in their order what became of each. A
rejected entry leaves what is stored under its key as it is, and does not keep the others out. All others are one write:
after an error of the request, nothing of it is stored.

A key that an earlier entry of the batch has is rejected, unless both say the same. The same batch again changes nothing,
so repeat it if its response is lost: what it has stored is \`unchanged\` then. A body has at most 64 KB; split a longer list.`,
};
