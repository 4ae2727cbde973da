import { useEffect, useRef } from "preact/hooks";
import type { Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { guardUnsent, href } from "../address.ts";
import { fullName, mailtoOf, telOf } from "../contact.ts";
import { age } from "../dates.ts";
import { memberName, shownPhone, sourceName } from "../directory.ts";
import { onEvents, useReread } from "../fresh.ts";
import { Button, Empty, Notice, Tag, ViewHeading } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { Clock } from "./clock.tsx";
import { Conflicts } from "./conflicts.tsx";
import { Consultations } from "./consultations.tsx";
import { Details } from "./details.tsx";
import { Duplicates } from "./duplicates.tsx";
import { History } from "./history.tsx";
import { Links } from "./links.tsx";
import { takeEvents } from "./news.ts";
import { createState, type LeadState } from "./state.ts";

type Props = { readonly state: LeadState; readonly lead: Lead };

/** The ways to reach somebody. To save comes first where something is typed: one button stands out. */
const Contact = ({ state, lead: { phone, email } }: Props) => {
  const [tel, mailto] = [telOf(phone), mailtoOf(email)];
  return (
    <p class="actions lead-contact">
      {mailto ? <a href={mailto}>{email}</a> : email}
      {tel ? (
        <a class={`button ${state.isUnsent.value ? "plain" : "primary"}`} href={tel}>
          {fill(t().lead.call, { phone: shownPhone(phone) })}
        </a>
      ) : (
        shownPhone(phone)
      )}
    </p>
  );
};

const Head = ({ state, lead }: Props) => {
  const texts = t().lead;
  const arrived = { source: sourceName(lead.source), age: age(lead.created_at) };
  const isNew = arrived.age === t().parts.now;
  const merged = state.mergedName.value;
  return (
    <header class="lead-head">
      <div>
        <p class="meta">
          <a href={href("leads")}>{texts.back}</a> / {lead.status.name}{" "}
          {lead.archived && <Tag>{texts.archivedTag}</Tag>}
        </p>
        <ViewHeading of={lead.id}>{fullName(lead)}</ViewHeading>
        <p class="meta">
          {fill(isNew ? texts.arrivedNow : texts.arrived, arrived)}{" "}
          {lead.assignee_id && fill(texts.assigned, { name: memberName(lead.assignee_id) })}
        </p>
      </div>
      <Clock lead={lead}>
        <Contact state={state} lead={lead} />
      </Clock>
      {merged && <Notice kind="accent">{fill(texts.merged, { name: merged })}</Notice>}
    </header>
  );
};

const Problem = ({ state }: { readonly state: LeadState }) => {
  const texts = t().lead;
  if (state.problem.value === null) return <p class="meta">{texts.loading}</p>;
  const isMissing = state.problem.value === "missing";
  return (
    <Empty
      title={isMissing ? texts.missingTitle : texts.notReadTitle}
      fact={isMissing ? texts.missing : texts.notRead}
    >
      {isMissing ? (
        <a href={href("leads")}>{texts.back}</a>
      ) : (
        <Button onClick={state.load}>{t().parts.tryAgain}</Button>
      )}
    </Empty>
  );
};

/** The page of one lead. */
export const LeadPage = ({ id }: { readonly id: string }) => {
  const kept = useRef<LeadState | null>(null);
  // A merge changes the address, and what was typed goes on at the lead that remains.
  if (kept.current?.id.peek() !== id) kept.current = createState(id);
  const state = kept.current;
  useReread(() => kept.current?.load());
  useEffect(() => {
    state.load();
    const stops = [onEvents((events) => takeEvents(state, events)), guardUnsent(() => state.isUnsent.peek())];
    return () => {
      for (const stop of stops) stop();
    };
  }, [state]);
  const lead = state.lead.value;
  if (lead === null || state.problem.value === "missing") return <Problem state={state} />;
  return (
    <div class="lead">
      <Head state={state} lead={lead} />
      <div class="lead-columns">
        <Details state={state} lead={lead} />
        {(can("events:read") || can("leads:write")) && <History state={state} />}
        <div class="lead-side">
          <Duplicates state={state} lead={lead} />
          {can("conflicts:read") && <Conflicts state={state} lead={lead} />}
          {can("consultations:read") && <Consultations state={state} />}
          {can("consultations:read") && <Links state={state} />}
        </div>
      </div>
    </div>
  );
};
