import { useSignal } from "@preact/signals";
import type { ApiKey, Member } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { dayAndTime } from "../dates.ts";
import { Button, Dialog, Notice } from "../parts.tsx";
import { intake } from "../requests.ts";
import { can, memberId } from "../session.ts";
import { Entry, Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { Keys } from "./keys.tsx";
import { useMemberForm } from "./member-form.ts";
import { ACCESS_CHOICES, accessChoiceOf, endedByAccess, signersOf } from "./rules.ts";
import { SecretDialog, useSecret } from "./secret.tsx";
import { Sessions } from "./sessions.tsx";

type Props = {
  readonly members: readonly Member[];
  readonly keys: readonly ApiKey[];
  readonly onSaved: () => void;
};

/** Who may sign in, where they are signed in, and the keys of programs. */
export const OfficeCard = ({ members, keys, onSaved }: Props) => {
  const texts = t().setup.office;
  /** Whose dialog is open: of a member, or of a new one. */
  const edited = useSignal<Member | "new" | null>(null);
  const watched = useSignal<Member | null>(null);
  const secret = useSecret();
  const makeLink = ({ id, name }: Member) =>
    secret.make({
      what: fill(texts.linking, { name }),
      typed: id,
      send: async (options) => {
        const { url, expires_at } = await intake().createSignInLink({ path: { id } }, options);
        return {
          title: fill(texts.linkOf, { name }),
          hint: fill(texts.linkSecret, { name, until: dayAndTime(expires_at) }),
          texts: [[texts.link, url]],
        };
      },
    });
  const act = {
    change: (member: Member) => {
      edited.value = member;
    },
    link: makeLink,
    sessions: (member: Member) => {
      watched.value = member;
    },
  };
  return (
    <>
      <div class="setup-part">
        <h3>{texts.people}</h3>
        <ul>
          {members.map((member) => (
            <Entry key={member.id} name={member.name} meta={accessWords(member)}>
              {actionsFor(member).map((action) => (
                <Button
                  key={action}
                  kind="quiet"
                  label={fill(texts.actionsOf[action], { name: member.name })}
                  onClick={() => act[action](member)}
                >
                  {texts.actions[action]}
                </Button>
              ))}
            </Entry>
          ))}
        </ul>
        <WriteNotice write={secret.write} />
        {can("settings:write") && (
          <div class="actions">
            <Button
              onClick={() => {
                edited.value = "new";
              }}
            >
              {texts.add}
            </Button>
          </div>
        )}
      </div>
      <Keys keys={keys} />
      {edited.value && (
        <MemberDialog
          member={edited.value === "new" ? null : edited.value}
          members={members}
          onSaved={onSaved}
          onClose={() => {
            edited.value = null;
          }}
        />
      )}
      {watched.value && (
        <Sessions
          member={watched.value}
          onClose={() => {
            watched.value = null;
          }}
        />
      )}
      <SecretDialog {...secret} />
    </>
  );
};

/** Everybody may see their own sessions, and end them. */
const actionsFor = (member: Member) => {
  const [isManager, canSignIn] = [can("settings:write"), signersOf([member]).length > 0];
  return [
    ...(isManager ? (["change"] as const) : []),
    ...(isManager && canSignIn ? (["link"] as const) : []),
    ...(canSignIn && (isManager || member.id === memberId()) ? (["sessions"] as const) : []),
  ];
};

const accessWords = (member: Member) => {
  const { short, you } = t().setup.office;
  const words = [member.id === memberId() && you, short[accessChoiceOf(member)], member.email];
  return words.filter(Boolean).join(", ");
};

type DialogProps = Omit<Props, "keys"> & { readonly member: Member | null; readonly onClose: () => void };

const MemberDialog = ({ member: opened, members, onClose, onSaved }: DialogProps) => {
  const { office, name, email } = t().setup;
  const member = members.find(({ id }) => id === opened?.id) ?? null;
  const form = useMemberForm({
    member,
    members,
    isAttorney: false,
    onSaved: ({ id }) => {
      onSaved();
      onClose();
      // Whoever has changed their own access is signed out: the page learns it by asking.
      if (id === memberId())
        intake()
          .getMe()
          .catch(() => {});
    },
  });
  const { values } = form;
  const ended = endedByAccess({ id: member?.id ?? "", choice: values.choice }, members, memberId());
  // Nobody who is new has left.
  const choices = ACCESS_CHOICES.filter((choice) => member || choice !== "left");
  return (
    <Dialog
      title={member ? fill(office.actionsOf.change, { name: member.name }) : office.add}
      onClose={onClose}
    >
      <div>
        <Sheet
          form={form}
          fields={{
            name: { label: name },
            email: { label: email, mode: "email" },
            choice: {
              label: office.access,
              api: "access",
              options: choices.map((choice) => [choice, office.accesses[choice]]),
            },
          }}
        >
          {ended && <Notice kind="warn">{fill(office.ends[ended], { name: values.name })}</Notice>}
        </Sheet>
      </div>
    </Dialog>
  );
};
