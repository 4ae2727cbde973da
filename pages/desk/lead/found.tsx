import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConflictCheck } from "../../../client/src/generated.ts";
import { fill, fillParts } from "../../shared/fill.ts";
import { href } from "../address.ts";
import { dayAndTime } from "../dates.ts";
import { Button } from "../parts.tsx";
import { intake } from "../requests.ts";
import { LOCALE, t } from "../texts.ts";
import { counted, listWords } from "../words.ts";
import { type Match, matchLine } from "./conflict-rules.ts";

const SHOWN = 20;

/** What a check has searched and found. */
export const Found = ({ check }: { readonly check: ConflictCheck }) => {
  const texts = t().conflicts;
  const count = useSignal(SHOWN);
  const { searched, matches, truncated, created_at } = check;
  const shown = matches.slice(0, count.value);
  const matters = useMatters(shown);
  const rest = matches.length - shown.length;
  return (
    <>
      <p class="meta">
        {fill(texts.checked, { when: dayAndTime(created_at) })}{" "}
        {searched.length > 0 && fill(texts.searched, { names: listWords(searched) })}
      </p>
      <ul class="lead-list">
        {shown.map((match, index) => (
          <MatchRow key={index} match={match} matter={matters[match.entry_key ?? ""] ?? ""} />
        ))}
      </ul>
      {rest > 0 && (
        <Button kind="quiet" onClick={() => (count.value += SHOWN)}>
          {counted(texts.more, rest)}
        </Button>
      )}
      {truncated && <p class="meta">{fill(texts.truncated, { count: String(matches.length) })}</p>}
    </>
  );
};

/** Reads the matters of the register's entries among matches. An entry that is gone has none. */
const useMatters = (matches: readonly Match[]): Readonly<Record<string, string>> => {
  const matters = useSignal<Readonly<Record<string, string>>>({});
  const keys = [...new Set(matches.flatMap(({ entry_key }) => entry_key ?? []))];
  useEffect(() => {
    for (const key of keys)
      intake()
        .getConflictEntry({ path: { key } })
        .then(
          ({ matter }) => {
            matters.value = { ...matters.peek(), [key]: matter ?? "" };
          },
          () => {},
        );
  }, [keys.join()]);
  return matters.value;
};

const MatchRow = ({ match, matter }: { readonly match: Match; readonly matter: string }) => {
  const texts = t().conflicts;
  const { text, values } = matchLine(match, matter, { texts, locale: LOCALE });
  const name = <bdi>{match.name || t().leads.nameless}</bdi>;
  return (
    <li>
      <p>
        {fillParts<typeof name | string>(text, {
          ...values,
          name: match.lead_id ? <a href={href("leads", match.lead_id)}>{name}</a> : <b>{name}</b>,
        })}
      </p>
      <p class="meta">{fill(texts.foundBy, { contacts: listWords(match.by.map((by) => texts.by[by])) })}</p>
    </li>
  );
};
