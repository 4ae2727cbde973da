import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ApiKey } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { zoneName } from "../../shared/time-zones.ts";
import { clockTime } from "../dates.ts";
import { firm, keys, members, shownPhone, sources } from "../directory.ts";
import { now, retrying } from "../fresh.ts";
import { Button, Tag, ViewHeading } from "../parts.tsx";
import { can } from "../session.ts";
import { LOCALE, t } from "../texts.ts";
import { counted, listWords } from "../words.ts";
import { AttorneyCard } from "./attorney-card.tsx";
import { BookingCard } from "./booking-card.tsx";
import { ConflictCard } from "./conflict-card.tsx";
import { FirmCard } from "./firm-card.tsx";
import { FormCard } from "./form-card.tsx";
import { OfficeCard } from "./office-card.tsx";
import { RoutingCard } from "./routing-card.tsx";
import {
  attorneysOf,
  type Card,
  type CardName,
  cardsOf,
  isDone,
  isNeeded,
  nextCard,
  type Stored,
  signersOf,
  stageNames,
} from "./rules.ts";
import { readAll, readAt } from "./state.ts";

type All = Stored & { readonly keys: readonly ApiKey[] };

/** Returns all that the cards are drawn from; null until it is read. */
const stored = (): All | null =>
  firm.value && members.value && sources.value && keys.value
    ? { firm: firm.value, members: members.value, sources: sources.value, keys: keys.value }
    : null;

export const View = () => {
  const isUnread = useSignal(true);
  useEffect(() => {
    const read = () => readAll().then(() => (isUnread.value = false));
    return retrying(read);
  }, []);
  const all = stored();
  const cards = all ? cardsOf(all) : [];
  const needed = cards.filter(isNeeded);
  const texts = t().setup;
  return (
    <div class="setup-view">
      <header class="setup-head">
        <ViewHeading>{t().frame.setup}</ViewHeading>
        {all && (
          <p class="meta">
            {fill(texts.progress, { done: String(needed.filter(isDone).length), all: String(needed.length) })}
          </p>
        )}
        <Age />
      </header>
      {all && !isUnread.value ? <Cards all={all} cards={cards} /> : <p class="meta">{t().frame.loading}</p>}
      <aside>
        <h2>{texts.why}</h2>
        <p>{texts.whyText}</p>
        <h2>{texts.rest}</h2>
        <p>
          {texts.restText} <a href="api/docs">{texts.reference}</a>
        </p>
      </aside>
    </div>
  );
};

const OLD_MILLISECONDS = 60_000;

/** Settings make no events: what is shown says when it was read, and is read again on demand. */
const Age = () =>
  readAt.value > 0 && now.value - readAt.value > OLD_MILLISECONDS ? (
    <p class="as-of">
      {fill(t().frame.asOf, { time: clockTime(new Date(readAt.value).toISOString()) })}{" "}
      <Button kind="quiet" onClick={() => readAll().catch(() => {})}>
        {t().setup.readAgain}
      </Button>
    </p>
  ) : null;

const Cards = ({ all, cards }: { readonly all: All; readonly cards: readonly Card[] }) => {
  // Undefined until somebody opens or closes a card: then the next one is open.
  const chosen = useSignal<CardName | null | undefined>(undefined);
  const next = nextCard(cards);
  const opened = !can("settings:write") ? null : chosen.value === undefined ? next : chosen.value;
  const forms = formsOf(all, (name, isToStay) => {
    chosen.value = isToStay ? name : undefined;
    document.getElementById(`setup-${name}`)?.focus();
  });
  return (
    <div class="setup-cards">
      {!can("settings:write") && <p>{t().setup.readOnly}</p>}
      {cards.map((card) => (
        <CardBox
          key={card.name}
          card={card}
          line={lineOf(card, all)}
          isNext={card.name === next}
          isOpen={card.name === opened}
          onToggle={() => (chosen.value = card.name === opened ? null : card.name)}
        >
          {card.name === opened && forms[card.name]()}
          {READABLE.includes(card.name) && !can("settings:write") && forms[card.name]()}
        </CardBox>
      ))}
    </div>
  );
};

/** The cards that show a list to whoever may change no settings. */
const READABLE: readonly CardName[] = ["office", "conflicts"];

type Saved = (name: CardName, isToStay: boolean) => void;

/** The forms of the cards. One with a list stays open once it is saved. */
const formsOf = (
  { firm, members, sources, keys }: All,
  onSaved: Saved,
): Record<CardName, () => ComponentChildren> => ({
  firm: () => <FirmCard firm={firm} onSaved={() => onSaved("firm", false)} />,
  attorney: () => <AttorneyCard members={members} onSaved={() => onSaved("attorney", true)} />,
  booking: () => <BookingCard firm={firm} members={members} onSaved={() => onSaved("booking", false)} />,
  form: () => <FormCard firm={firm} sources={sources} onSaved={() => onSaved("form", true)} />,
  routing: () => (
    <RoutingCard firm={firm} members={members} sources={sources} onSaved={() => onSaved("routing", false)} />
  ),
  office: () => <OfficeCard members={members} keys={keys} onSaved={() => onSaved("office", true)} />,
  conflicts: () => <ConflictCard firm={firm} onSaved={() => onSaved("conflicts", true)} />,
});

type BoxProps = {
  readonly card: Card;
  readonly line: string;
  readonly isNext: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ComponentChildren;
};

const CardBox = ({ card, line, isNext, isOpen, onToggle, children }: BoxProps) => {
  const texts = t().setup;
  const { title } = texts.cards[card.name];
  const done = isDone(card);
  return (
    <section class={isNext ? "setup-card next" : "setup-card"} aria-labelledby={`setup-${card.name}`}>
      <header>
        <span class={done ? "setup-mark done" : "setup-mark"} aria-hidden="true" />
        <div>
          <h2 id={`setup-${card.name}`} tabIndex={-1} class="serif">
            {title}
          </h2>
          <p class="meta">
            <span class="unseen">{done ? texts.done : texts.open} </span>
            {line}
          </p>
        </div>
        {isNext && <Tag kind="accent">{texts.next}</Tag>}
        {can("settings:write") && <Opener card={card} isOpen={isOpen} onToggle={onToggle} />}
      </header>
      {children && <div class="setup-body">{children}</div>}
    </section>
  );
};

const Opener = ({ card, isOpen, onToggle }: Pick<BoxProps, "card" | "isOpen" | "onToggle">) => {
  const texts = t().setup;
  const { title, action } = texts.cards[card.name];
  const opens = isDone(card) ? texts.change : action;
  const label = isOpen ? texts.less : opens;
  return (
    <Button kind={isDone(card) || isOpen ? "quiet" : "plain"} label={`${label}: ${title}`} onClick={onToggle}>
      {label}
    </Button>
  );
};

/** What a card says of itself in a line: what is there, or what is missing. */
const lineOf = ({ name, missing }: Card, all: All): string => {
  const texts = t().setup;
  if (missing.length === 0) return LINES[name](all);
  return fill(texts.missing, { list: listWords(missing.map((each) => texts.lacks[each])) });
};

const namesOf = (list: readonly { readonly name: string }[]) => listWords(list.map(({ name }) => name));

const LINES: Readonly<Record<CardName, (all: All) => string>> = {
  firm: ({ firm: { name, time_zone, contact_phone, stages } }) =>
    fill(t().setup.firm.summary, {
      name,
      zone: zoneName(LOCALE, time_zone, new Date(now.value).toISOString()),
      telephone: shownPhone(contact_phone ?? ""),
      stages: stageNames(stages),
    }),
  attorney: ({ members }) => {
    const attorneys = attorneysOf(members);
    return fill(counted(t().setup.attorney.summary, attorneys.length), { names: namesOf(attorneys) });
  },
  booking: ({ firm }) => fill(t().setup.booking.summary, { types: namesOf(firm.consultation_types) }),
  form: ({ sources }) =>
    fill(t().setup.form.summary, { sources: namesOf(sources.filter(({ enabled }) => enabled)) }),
  routing: ({ firm }) =>
    fill(t().setup.routing.summary, { rules: listWords(firm.routing.map(({ key }) => key)) }),
  office: ({ members, keys }) => {
    const texts = t().setup.office;
    const who = fill(texts.summary, { names: namesOf(signersOf(members)) });
    return `${who} ${keys.length === 0 ? texts.noKeys : counted(texts.keys, keys.length)}`;
  },
  conflicts: ({ firm }) => t().setup.conflicts.summary[firm.conflict_gate.required],
};
