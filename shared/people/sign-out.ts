import { endOneSession } from "../members/member-sessions.store.ts";
import { commit } from "../table/commit.ts";
import { readRecords } from "../table/read-records.ts";
import { sha256 } from "../table/record-keys.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { readSessionsOf } from "./session-reads.store.ts";

/** Ends the session with this secret, if there is one, and the link that made it. */
export const signOut = (table: Table, secret: string): Promise<void> =>
  retryReads(async () => {
    const found = await readSessionsOf(sha256(secret), (refs) => readRecords(table, refs));
    if (found === null) return;
    const { firmId, id, sessions } = found;
    await commit(table, endOneSession(firmId, sessions, id));
  });
