import { useEffect, useMemo } from "preact/hooks";
import { fill } from "../../shared/fill.ts";
import { go, href, route } from "../address.ts";
import { clockTime, relativeDay } from "../dates.ts";
import { sourceName, sources } from "../directory.ts";
import { useEvents, useEvery, useReread } from "../fresh.ts";
import { announce, Button, Empty, Segments, Unread, ViewHeading } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { byDay, counted } from "../words.ts";
import { OpenedDelivery } from "./opened.tsx";
import { isOpen, MARKS, reasonOf, SOURCES_MAXIMUM, stateOf } from "./rules.ts";
import { createInbox, type Delivery, type Inbox } from "./state.ts";
import { became } from "./words.ts";

const POLL_MILLISECONDS = 30_000;

export const View = () => {
  const inbox = useMemo(createInbox, []);
  const [sourceId, id] = route.value.parts;
  useEffect(() => {
    inbox.open();
  }, []);
  const tell = useMemo(createTeller, []);
  useEvery(POLL_MILLISECONDS, () => inbox.refresh().then(tell));
  useReread(inbox.reread);
  useEvents((events) => {
    const keys = new Set(
      events.flatMap((event) => (event.type === "delivery.rejected" ? [event.data.source] : [])),
    );
    if (keys.size > 0) inbox.refresh(({ key }) => keys.has(key)).then(tell, () => {});
  });
  if (sources.value?.length === 0) return <NoSource />;
  return (
    <div class={`inbox-panes ${id ? "opened" : ""}`}>
      <List inbox={inbox} openedId={id} />
      {sourceId && id ? (
        <OpenedDelivery key={id} inbox={inbox} sourceId={sourceId} id={id} />
      ) : (
        <p class="inbox-pick meta">{t().inbox.pick}</p>
      )}
    </div>
  );
};

/** Says how many deliveries have come, at most once a minute. */
const createTeller = () => {
  let [untold, toldAt] = [0, 0];
  return (count: number) => {
    untold += count;
    if (untold === 0 || Date.now() - toldAt < 60_000) return;
    announce(counted(t().inbox.announced, untold));
    [untold, toldAt] = [0, Date.now()];
  };
};

const NoSource = () => (
  <>
    <ViewHeading>{t().frame.inbox}</ViewHeading>
    <Empty title={t().inbox.none} fact={t().inbox.noneFact}>
      {can("settings:write") && <Button onClick={() => go("setup")}>{t().inbox.makeSource}</Button>}
    </Empty>
  </>
);

type ListProps = { readonly inbox: Inbox; readonly openedId: string | undefined };

const List = ({ inbox, openedId }: ListProps) => {
  const texts = t().inbox;
  const shown = inbox.shown.value;
  return (
    <div class="inbox-list">
      <header>
        <ViewHeading of={String(openedId === undefined)}>{t().frame.inbox}</ViewHeading>
        <Segments
          label={texts.filter}
          value={inbox.filter.value}
          options={[
            ["all", texts.all],
            ["rejected", texts.rejected],
          ]}
          onChange={inbox.show}
        />
        <Sources inbox={inbox} />
      </header>
      {byDay(shown, ({ received_at }) => received_at).map(([day, deliveries]) => (
        <section key={day}>
          <h2>{day}</h2>
          <ul>
            {deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} isOpened={delivery.id === openedId} />
            ))}
          </ul>
        </section>
      ))}
      <End inbox={inbox} />
    </div>
  );
};

/** What stands below the rows: that more is read, that there is more, or that there is nothing. */
const End = ({ inbox }: { readonly inbox: Inbox }) => {
  const texts = t().inbox;
  if (inbox.hasFailed.value) return <Unread text={texts.failed} onRetry={inbox.retry} />;
  if (inbox.isReading.value) return <p class="meta">{t().frame.loading}</p>;
  if (inbox.hasMore.value) return <Button onClick={inbox.more}>{texts.older}</Button>;
  if (inbox.shown.value.length > 0) return null;
  return inbox.filter.value === "all" ? (
    <Empty title={texts.nothing} fact={texts.nothingFact} />
  ) : (
    <Empty title={texts.nothingRejected} fact={inbox.last.value ? lastCame(inbox.last.value) : ""} />
  );
};

const lastCame = ({ sourceId, received_at }: Delivery): string => {
  const at = { day: relativeDay(received_at), time: clockTime(received_at) };
  return fill(t().inbox.lastCame, { source: sourceName(sourceId), at: fill(t().inbox.at, at) });
};

const Row = ({ delivery, isOpened }: { readonly delivery: Delivery; readonly isOpened: boolean }) => {
  const state = stateOf(delivery);
  const text = state === "rejected" ? fill(t().inbox.rejectedRow, reasonOf(delivery)) : became(delivery);
  return (
    <li>
      <a
        class={`inbox-row ${state} ${isOpen(delivery) ? "open" : ""}`}
        href={href("inbox", delivery.sourceId, delivery.id)}
        aria-current={isOpened ? "true" : undefined}
      >
        <span class="mark" aria-hidden="true">
          {MARKS[state]}
        </span>
        <span class="source">{sourceName(delivery.sourceId)}</span>
        <time dateTime={delivery.received_at}>{clockTime(delivery.received_at)}</time>
        <span class="what">{text}</span>
      </a>
    </li>
  );
};

/** The choice of the sources that are shown together. */
const Sources = ({ inbox }: { readonly inbox: Inbox }) => {
  const all = sources.value ?? [];
  const chosen = inbox.chosen.value;
  if (all.length < 2) return null;
  const isFull = chosen.length >= SOURCES_MAXIMUM;
  const texts = t().inbox;
  const shown = fill(texts.sourcesShown, { shown: String(chosen.length), all: String(all.length) });
  return (
    <details class="inbox-sources">
      <summary>{chosen.length < all.length ? shown : texts.sources}</summary>
      <fieldset>
        <legend class={all.length > SOURCES_MAXIMUM ? "meta" : "unseen"}>
          {all.length > SOURCES_MAXIMUM
            ? fill(texts.choose, { count: String(SOURCES_MAXIMUM) })
            : texts.sources}
        </legend>
        {all.map(({ id, name }) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={isFull && !chosen.includes(id)}
              onChange={({ currentTarget }) => inbox.choose(id, currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  );
};
