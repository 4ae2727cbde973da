import type { ApiKey } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { ago } from "../dates.ts";
import { keys as stored } from "../directory.ts";
import { useForm } from "../form.ts";
import { Button } from "../parts.tsx";
import { intake } from "../requests.ts";
import { can, me } from "../session.ts";
import { Entry, Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { counted } from "../words.ts";
import { WriteNotice } from "../write-notice.tsx";
import { useEnding } from "./ending.ts";
import { purposeOf, purposesFor, SCOPES_OF } from "./rules.ts";
import { type Secret, SecretDialog, useSecret } from "./secret.tsx";
import { readKeys } from "./state.ts";

/** The keys of programs: made for a purpose, shown once, revoked. */
export const Keys = ({ keys }: { readonly keys: readonly ApiKey[] }) => {
  const texts = t().setup.office;
  const { write, end } = useEnding(readKeys);
  const offered = purposesFor(me.value?.key.scopes ?? []);
  const revoke = ({ id, name }: ApiKey) =>
    confirm(fill(texts.revokeSure, { name })) &&
    end({
      what: fill(texts.revoking, { name }),
      id,
      send: (options) => intake().deleteKey({ path: { id } }, options),
    });
  return (
    <div class="setup-part">
      <h3>{texts.programs}</h3>
      <ul>
        {keys.map((key) => (
          <Entry key={key.id} name={key.name} meta={lineOf(key)}>
            {can("settings:write") && (
              <Button kind="quiet" label={`${texts.revoke}: ${key.name}`} onClick={() => revoke(key)}>
                {texts.revoke}
              </Button>
            )}
          </Entry>
        ))}
      </ul>
      <WriteNotice write={write} />
      {can("settings:write") && offered[0] && <NewKey offered={offered} first={offered[0]} />}
    </div>
  );
};

const lineOf = (key: ApiKey) => {
  const texts = t().setup.office;
  const purpose = purposeOf(key);
  const used = key.last_used_at ? fill(texts.keyUsed, { ago: ago(key.last_used_at) }) : texts.keyUnused;
  const words = [
    purpose ? texts.purposes[purpose] : counted(texts.otherScopes, key.scopes.length),
    fill(texts.keyLine, { lastFour: key.last_four, used }),
    !key.enabled && texts.keyOff,
  ];
  return words.filter(Boolean).join("; ");
};

type NewKeyProps = { readonly offered: ReturnType<typeof purposesFor>; readonly first: string };

const NewKey = ({ offered, first }: NewKeyProps) => {
  const texts = t().setup.office;
  const secret = useSecret();
  const form = useForm<Secret | null, { name: string; purpose: string }>({
    stored: null,
    valuesOf: () => ({ name: "", purpose: first }),
    what: ({ name }) => fill(texts.making, { name }),
    send: async ({ name = "", purpose }, _stored, options) => {
      const scopes = offered.filter((each) => each === purpose).flatMap((each) => SCOPES_OF[each]);
      const { key, ...made } = await intake().createKey({ body: { name, scopes } }, options);
      stored.value = [made, ...(stored.value ?? [])];
      return {
        title: fill(texts.keyTitle, { name: made.name }),
        hint: texts.keySecret,
        texts: [[texts.key, key]],
      };
    },
    find: null,
    onSaved: secret.show,
    onLost: readKeys,
  });
  return (
    <>
      <Sheet
        form={form}
        submit={texts.make}
        isMinor
        fields={{
          name: { label: t().setup.name },
          purpose: { label: texts.purpose, options: offered.map((each) => [each, texts.purposes[each]]) },
        }}
      />
      <SecretDialog {...secret} />
    </>
  );
};
