import { signal } from "@preact/signals";
import type { ApiKey, Firm, IntakeEvent, Member, Source } from "../../client/src/index.ts";
import { fill } from "../shared/fill.ts";
import { phoneText } from "./contact.ts";
import { can, client, me, person } from "./session.ts";
import { t } from "./texts.ts";

// What the firm has set, by which ids get names. Each list is read once, when the first view needs it.

export const firm = signal<Firm | null>(null);
export const members = signal<readonly Member[] | null>(null);
export const sources = signal<readonly Source[] | null>(null);
export const keys = signal<readonly ApiKey[] | null>(null);

const PAGE = { query: { limit: 200 } };

/** Reads a list to its end. */
export const listOf = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
};

/** Reads something once for those who ask at the same time, and again after a failure. */
const once = <Value>(target: { value: Value | null }, read: () => Promise<Value>) => {
  let reading: { readonly by: number; readonly done: Promise<void> } | null = null;
  const begin = async () => {
    try {
      target.value = await read();
    } finally {
      reading = null;
    }
  };
  return async (): Promise<void> => {
    if (target.value !== null || !can("settings:read")) return;
    // What another person asked for never comes.
    if (reading?.by !== person.peek()) reading = { by: person.peek(), done: begin() };
    await reading.done;
  };
};

export const needFirm = once(firm, () => client().getFirm());
export const needMembers = once(members, () => listOf(client().listMembers.items(PAGE)));
export const needSources = once(sources, () => listOf(client().listSources.items(PAGE)));
export const needKeys = once(keys, () => listOf(client().listKeys.items(PAGE)));

/** Forgets everything, when another person signs in. */
export const forgetDirectory = (): void => {
  for (const each of [firm, members, sources, keys]) each.value = null;
};

export const setFirm = (changed: Firm): void => {
  firm.value = changed;
};

const withRecord = <Item extends { readonly id: string }>(list: readonly Item[] | null, record: Item) =>
  list?.some(({ id }) => id === record.id)
    ? list.map((each) => (each.id === record.id ? record : each))
    : [...(list ?? []), record];

export const setMember = (changed: Member): void => {
  members.value = withRecord(members.value, changed);
};

export const setSource = (changed: Source): void => {
  sources.value = withRecord(sources.value, changed);
};

/** The zone in which times stand. */
export const firmZone = (): string => firm.value?.time_zone ?? me.value?.firm.time_zone ?? "UTC";

/** Returns a telephone number as people in the firm's country write it, where the page knows how. */
export const shownPhone = (phone: string): string => phoneText(phone, firm.value?.default_country ?? "");

export const memberName = (id: string): string =>
  members.value?.find((member) => member.id === id)?.name ?? t().parts.unknownMember;

/** Returns the name of a source by its id or its key; the key itself if the firm has no such source. */
export const sourceName = (idOrKey: string): string =>
  sources.value?.find(({ id, key }) => id === idOrKey || key === idOrKey)?.name ?? idOrKey;

const keyName = (id: string) => {
  const key = keys.value?.find((each) => each.id === id);
  return key ? fill(t().parts.key, { name: key.name }) : t().parts.someKey;
};

/** Returns who caused a change, in words. */
export const actorName = ({ type, id }: IntakeEvent["actor"]): string => {
  if (type === "member") return memberName(id ?? "");
  if (type === "source") return sourceName(id ?? "");
  if (type === "api_key") return keyName(id ?? "");
  return type === "client_link" ? t().parts.byLink : t().parts.system;
};
