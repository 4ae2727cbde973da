import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Activity, Event } from "../../../client/src/generated.ts";
import { fill, fillParts } from "../../shared/fill.ts";
import { clockTime } from "../dates.ts";
import { LogBar } from "../log/bar.tsx";
import { activityWords } from "../log/write.ts";
import { Button, Panel, Tag } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { byDay } from "../words.ts";
import { type Change, hasChanges, lineOf, type Words } from "./history-rules.ts";
import { ListUnread } from "./list-unread.tsx";
import { isShown, wordsOf } from "./news.ts";
import type { LeadState } from "./state.ts";

/** The values that name somebody or something, which stand out. */
const bold = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, <b>{value}</b>]));

const Changed = ({ changes }: { readonly changes: readonly Change[] }) =>
  changes.map(({ label, from, to }, index) => (
    <span key={label}>
      {index > 0 && ", "}
      <b>{label}</b>: <del>{from}</del>
      <span class="unseen"> {t().lead.history.to} </span>
      <span aria-hidden="true"> → </span>
      {to}
    </span>
  ));

type EntryProps = {
  readonly state: LeadState;
  readonly event: Event;
  readonly words: Words;
  /** The ids of the activities that others have corrected. */
  readonly corrected: ReadonlySet<unknown>;
};

const Entry = ({ state, event, words, corrected }: EntryProps) => {
  const { text, values, changes, about } = lineOf(event, words);
  const changed = <Changed changes={changes} />;
  return (
    <li class="lead-event">
      <time dateTime={event.created_at}>{clockTime(event.created_at)}</time>
      <div>
        <p>{fillParts<VNode | string>(text, { ...bold(values), changes: changed })}</p>
        {!hasChanges(text) && changes.length > 0 && <p>{changed}</p>}
        {event.activity && <Logged state={state} activity={event.activity} corrected={corrected} />}
        {about !== null && <p class="meta">{fill(t().lead.history.about, { name: about })}</p>}
      </div>
    </li>
  );
};

const Log = ({ state }: { readonly state: LeadState }) => {
  const lead = state.lead.value;
  return lead ? (
    <LogBar
      lead={lead}
      write={state.writes.log}
      entry={state.entry}
      isBusy={state.isBusy.value}
      run={(call) => state.run(state.writes.log, call)}
      onLogged={state.read}
    />
  ) : null;
};

/** What was said or noted, and whether it still counts. */
const Logged = ({
  state,
  activity: { id, at, kind, direction, outcome, text },
  corrected,
}: Omit<EntryProps, "event" | "words"> & { readonly activity: Activity }) => {
  const { correct, correctOf, corrected: tag } = t().log;
  const first = { kind, direction: direction ?? "", outcome: outcome ?? "", text: text ?? "" };
  const label = fill(correctOf, { what: activityWords(first), time: clockTime(at) });
  const press = () => {
    state.entry.value = { first, corrected: { id, at } };
  };
  return (
    <>
      {text && <p class="lead-said">{text}</p>}
      {corrected.has(id) ? (
        <Tag>{tag}</Tag>
      ) : (
        can("leads:write") && (
          <Button kind="quiet" label={label} inert={state.isBusy.value} onClick={press}>
            {correct}
          </Button>
        )
      )}
    </>
  );
};

/** Everything that happened to the lead, newest first, by day. */
export const History = ({ state }: { readonly state: LeadState }) => {
  const texts = t().lead.history;
  const isReading = useSignal(false);
  const { items, isFailed } = state.lists.history;
  const words = wordsOf(state);
  const corrected = new Set(items.value?.map(({ activity }) => activity?.corrects));
  const days = byDay(items.value?.filter(isShown) ?? [], ({ created_at }) => created_at);
  const readOlder = async () => {
    isReading.value = true;
    await state.lists.readOlder().catch(() => {
      isFailed.value = true;
    });
    isReading.value = false;
  };
  return (
    <Panel title={texts.title}>
      {can("leads:write") && <Log state={state} />}
      {days.map(([day, events]) => (
        <section key={day}>
          <h3 class="meta">{day}</h3>
          <ol>
            {events.map((event) => (
              <Entry key={event.id} state={state} event={event} words={words} corrected={corrected} />
            ))}
          </ol>
        </section>
      ))}
      <ListUnread list={state.lists.history} />
      {items.value?.length === 0 && <p class="meta">{texts.empty}</p>}
      {state.lists.older.value !== null && (
        <Button kind="quiet" inert={isReading.value} onClick={readOlder}>
          {texts.older}
        </Button>
      )}
    </Panel>
  );
};
