import { useSignal } from "@preact/signals";
import type { CreateLinkBody, Link } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { Field, Select } from "../controls.tsx";
import { dayAndTime, shortDate } from "../dates.ts";
import { firm } from "../directory.ts";
import { Button, CopyButton, Notice, Panel } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { Confirm } from "./confirm.tsx";
import { ListUnread } from "./list-unread.tsx";
import type { LeadState } from "./state.ts";
import { makeLink, revokeLink } from "./writes.ts";

type Props = { readonly state: LeadState };

const booksText = (key: string) => {
  const type = firm.value?.consultation_types.find((each) => each.key === key);
  return fill(t().lead.links.books, { type: type?.name ?? key });
};

/** Returns what a link is for, in words. */
const purposeOf = (
  { lists }: LeadState,
  { type, consultation_id }: Pick<Link, "type" | "consultation_id">,
) => {
  const found = lists.consultations.items.value?.find(({ id }) => id === consultation_id);
  if (!consultation_id) return booksText(type ?? "");
  return fill(t().lead.links.manages, {
    when: found ? dayAndTime(found.start_at) : t().lead.links.consultation,
  });
};

/** Returns what a new link can be for: to book a type, or to manage what is booked. */
const purposesIn = (state: LeadState): (readonly [text: string, body: CreateLinkBody])[] => [
  ...(firm.value?.consultation_types ?? []).map(({ key }) => [booksText(key), { type: key }] as const),
  ...(state.lists.consultations.items.value ?? [])
    .filter(({ status }) => status === "scheduled" || status === "rescheduled")
    .map(
      ({ id }) => [purposeOf(state, { type: null, consultation_id: id }), { consultation_id: id }] as const,
    ),
];

/** Makes a link, and shows its address this once. */
const NewLink = ({ state }: Props) => {
  const texts = t().lead.links;
  const index = useSignal(0);
  const url = useSignal<string | null>(null);
  const purposes = purposesIn(state);
  const body = purposes[index.value]?.[1];
  const make = async () => {
    url.value = null;
    if (body) url.value = await makeLink(state, body);
  };
  if (purposes.length === 0) return null;
  return (
    <>
      <Field label={texts.choose}>
        <Select
          value={String(index.value)}
          options={purposes.map(([text], position) => [String(position), text])}
          onChoose={(position) => (index.value = Number(position))}
        />
      </Field>
      <Button
        busy={state.writes.link.state.value.kind === "sending"}
        inert={state.isBusy.value}
        onClick={make}
      >
        {texts.make}
      </Button>
      <WriteNotice write={state.writes.link} />
      {url.value && (
        <Notice kind="accent">
          <p role="status">{fill(texts.shownOnce, { name: state.name.value })}</p>
          <input readOnly aria-label={texts.address} value={url.value} />
          <CopyButton kind="primary" text={url.value} />
        </Notice>
      )}
    </>
  );
};

export const Links = ({ state }: Props) => {
  const texts = t().lead.links;
  const ending = useSignal<Link | null>(null);
  const list = state.lists.links;
  const mayWrite = can("consultations:write");
  const isOn = firm.value?.self_service.enabled;
  const [links, ended] = [list.items.value, ending.value];
  const end = (link: Link) => {
    state.writes.revoke.reset();
    ending.value = link;
  };
  return (
    <Panel title={texts.title}>
      <ListUnread list={list} />
      {links?.length === 0 && isOn && (
        <p class="meta">{fill(texts.none, { name: state.lead.value?.first_name ?? "" })}</p>
      )}
      {!isOn && <p class="meta">{texts.off}</p>}
      <ul class="lead-list">
        {links?.map((link) => (
          <li key={link.id}>
            <p>{purposeOf(state, link)}</p>
            <p class="meta">{fill(texts.until, { date: shortDate(link.expires_at) })}</p>
            {mayWrite && (
              <Button
                kind="danger"
                inert={state.isBusy.value}
                label={`${texts.revoke}: ${purposeOf(state, link)}`}
                onClick={() => end(link)}
              >
                {texts.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayWrite && isOn && <NewLink state={state} />}
      {ended === null ? (
        <WriteNotice write={state.writes.revoke} />
      ) : (
        <Confirm
          state={state}
          write={state.writes.revoke}
          title={texts.revokeTitle}
          action={texts.revoke}
          kind="danger"
          onConfirm={() => revokeLink(state, ended)}
          onClose={() => (ending.value = null)}
        >
          <p>{fill(texts.revokeText, { link: purposeOf(state, ended), name: state.name.value })}</p>
        </Confirm>
      )}
    </Panel>
  );
};
