import { useEffect, useMemo } from "preact/hooks";
import type { Activity, Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { href } from "../address.ts";
import { ClockTag } from "../clock.tsx";
import type { ToDo } from "../clock-rules.ts";
import { fullName } from "../contact.ts";
import { age } from "../dates.ts";
import { memberName, needMembers, needSources, sourceName } from "../directory.ts";
import { useEvents, useReread } from "../fresh.ts";
import { Contact } from "../leads/contact-link.tsx";
import { useKeptFocus } from "../leads/kept-focus.ts";
import { CallButtons } from "../log/bar.tsx";
import { Button, Empty, Unread, ViewHeading } from "../parts.tsx";
import { createWrite } from "../requests.ts";
import { can, client, memberId } from "../session.ts";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { createToDos, type ToDos } from "./state.ts";

const Assignee = ({ lead: { assignee_id: id } }: { readonly lead: Lead }) => {
  if (id === null) return <>{t().todo.nobody}</>;
  return id === memberId() ? <b>{t().todo.mine}</b> : <bdi>{memberName(id)}</bdi>;
};

const Row = ({ state, toDo: { lead, dues } }: { readonly state: ToDos; readonly toDo: ToDo }) => {
  const write = useMemo(() => createWrite<Activity | null>(), []);
  const readAgain = () =>
    client()
      .getLead({ path: { id: lead.id } })
      .then(state.put, () => {});
  return (
    <li class="todo-row" data-lead={lead.id}>
      <div>
        <a class="todo-name" href={can("settings:read") ? href("leads", lead.id) : undefined}>
          <bdi>{fullName(lead) || t().leads.nameless}</bdi>
        </a>{" "}
        {dues.map((due) => (
          <ClockTag key={due.for} due={due} />
        ))}
        <p class="meta">
          <Assignee lead={lead} /> ·{" "}
          {fill(t().todo.about, { source: sourceName(lead.source), age: age(lead.captured_at) })}
        </p>
      </div>
      <Contact lead={lead} />
      {can("leads:write") && (
        <div class="actions">
          <CallButtons
            lead={lead}
            write={write}
            isBusy={write.isBusy.value}
            run={write.run}
            onLogged={readAgain}
          />
        </div>
      )}
      <WriteNotice write={write} />
    </li>
  );
};

const List = ({ state, all }: { readonly state: ToDos; readonly all: readonly ToDo[] }) => {
  useKeptFocus();
  return (
    <>
      <ul class="todo-list">
        {all.map((toDo) => (
          <Row key={toDo.lead.id} state={state} toDo={toDo} />
        ))}
      </ul>
      {state.isMore.value && <p class="meta">{t().todo.more}</p>}
    </>
  );
};

/** What is to do now: running deadlines, late ones first, and next contacts that have come. */
export const View = () => {
  const texts = t().todo;
  const state = useMemo(createToDos, []);
  useEvents(state.follow);
  useReread(state.read);
  useEffect(() => {
    needMembers().catch(() => {});
    needSources().catch(() => {});
    state.read();
  }, []);
  const all = state.all.value;
  const past = all?.filter(({ dues }) => dues.some(({ isPast }) => isPast)).length ?? 0;
  return (
    <>
      <header class="todo-head">
        <ViewHeading>{t().frame.todo}</ViewHeading>
        {all && all.length > 0 && (
          <p class="meta">{fill(texts.counts, { past: String(past), ahead: String(all.length - past) })}</p>
        )}
        {!can("events:read") && <Button onClick={state.read}>{t().leads.readAgain}</Button>}
      </header>
      {state.hasFailed.value && <Unread text={texts.unread} onRetry={state.read} />}
      {all === null && !state.hasFailed.value && <p class="meta">{t().frame.loading}</p>}
      {all &&
        (all.length === 0 ? (
          <Empty title={texts.none} fact={texts.noneFact} />
        ) : (
          <List state={state} all={all} />
        ))}
    </>
  );
};
