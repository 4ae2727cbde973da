import { signal } from "@preact/signals";
import type { ApiKey, Firm, Member } from "../../../client/src/index.ts";
import { keys, listOf, members, setFirm, setMember, sources } from "../directory.ts";
import { intake } from "../requests.ts";

/** When everything here was last read, in milliseconds: settings make no events. */
export const readAt = signal(0);

const PAGE = { query: { limit: 200 } };

export const readFirm = async (): Promise<Firm> => {
  const now = await intake().getFirm();
  setFirm(now);
  return now;
};

export const readMember = async (id: string): Promise<Member> => {
  const now = await intake().getMember({ path: { id } });
  setMember(now);
  return now;
};

export const readMembers = async (): Promise<readonly Member[]> => {
  members.value = await listOf(intake().listMembers.items(PAGE));
  return members.value;
};

export const readSources = async (): Promise<void> => {
  sources.value = await listOf(intake().listSources.items(PAGE));
};

export const readKeys = async (): Promise<readonly ApiKey[]> => {
  keys.value = await listOf(intake().listKeys.items(PAGE));
  return keys.value;
};

export const readAll = async (): Promise<void> => {
  await Promise.all([readFirm(), readMembers(), readSources(), readKeys()]);
  readAt.value = Date.now();
};

/** The header by which a settings document changes only as it was read. */
export const asRead = ({ version }: { readonly version: number }) => ({ "If-Match": `"${version}"` });
