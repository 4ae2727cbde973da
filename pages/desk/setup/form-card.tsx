import { useSignal } from "@preact/signals";
import type { Firm, InboundPreview, Source } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { Field, type Option, Select } from "../controls.tsx";
import { setSource, shownPhone } from "../directory.ts";
import { useForm } from "../form.ts";
import { Button } from "../parts.tsx";
import { intake } from "../requests.ts";
import { Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { keyFor, originOf } from "./rules.ts";
import { type Secret, SecretDialog, useSecret } from "./secret.tsx";
import { formSnippet, ingestionAddress } from "./snippet.ts";
import { asRead, readSources } from "./state.ts";

type Props = { readonly firm: Firm; readonly sources: readonly Source[]; readonly onSaved: () => void };

/** Where leads come from: one source at a time. Its address is shown when its key is made, and never again. */
export const FormCard = ({ firm, sources, onSaved }: Props) => {
  const chosen = useSignal(sources[0]?.id ?? "");
  const secret = useSecret();
  const texts = t().setup.form;
  const source = sources.find(({ id }) => id === chosen.value);
  const secretOf = ({ ingestion_key, ...made }: MadeSource): Secret => {
    setSource(made);
    chosen.value = made.id;
    onSaved();
    const address = ingestionAddress(location.origin, ingestion_key);
    const { name, email, telephone } = t().setup;
    const labels = { name, email, phone: telephone, send: texts.send };
    return {
      title: fill(texts.secretTitle, { name: made.name }),
      hint: texts.secret,
      texts: [
        [texts.address, address],
        [texts.snippet, formSnippet(address, labels, firm.lead_fields)],
      ],
    };
  };
  const rotate = (rotated: Source) =>
    secret.make({
      what: fill(texts.rotating, { name: rotated.name }),
      typed: rotated.version,
      send: async (options) =>
        secretOf(
          await intake().rotateSourceKey({ path: rotated, headers: asRead(rotated), body: {} }, options),
        ),
      onLost: readSources,
    });
  return (
    <>
      {sources.length > 0 && (
        <Field label={texts.which}>
          <Select
            value={chosen.value}
            options={[...sources.map(({ id, name }): Option => [id, name]), ["", texts.another]]}
            onChoose={(id) => {
              chosen.value = id;
            }}
          />
        </Field>
      )}
      {source ? (
        <>
          <p>
            {!source.enabled && `${texts.off} `}
            {fill(texts.lastFour, { lastFour: source.last_four })}
          </p>
          <WriteNotice write={secret.write} />
          <div class="actions">
            <Button busy={secret.write.isBusy.value} onClick={() => rotate(source)}>
              {texts.rotate}
            </Button>
            <span class="meta">{texts.rotateHint}</span>
          </div>
          <BookAtOnce key={source.id} firm={firm} source={source} onSaved={onSaved} />
          <TryIt key={`try ${source.id}`} id={source.id} />
          <h3>{texts.bring}</h3>
          <p>{texts.bringHint}</p>
          <pre class="setup-command">{importCommand(firm, source)}</pre>
        </>
      ) : (
        <NewSource firm={firm} sources={sources} secretOf={secretOf} onMade={secret.show} />
      )}
      <SecretDialog {...secret} />
    </>
  );
};

type MadeSource = Source & { readonly ingestion_key: string };

const importCommand = (firm: Firm, { key }: Source) =>
  `npm run operator -- lead import ${firm.id} leads.csv --source ${key} --preview`;

/** Asks for the type that whoever sends the form books; nothing where no client may book by a link. */
const bookingField = ({ consultation_types: types, self_service }: Firm) => ({
  booking: {
    label: t().setup.form.book,
    hint: self_service.enabled ? t().setup.form.bookHint : t().setup.form.bookOff,
    options: [
      ["", t().setup.form.bookNothing],
      ...types.map(({ key, name }): Option => [key, name]),
    ] as const,
  },
});

const bookingOf = (type: string) => (type ? { type } : null);

type BookAtOnceProps = Pick<Props, "firm" | "onSaved"> & { readonly source: Source };

const BookAtOnce = ({ firm, source, onSaved }: BookAtOnceProps) => {
  const form = useForm({
    stored: source,
    valuesOf: ({ booking }: Source) => ({ booking: booking?.type ?? "" }),
    what: () => fill(t().setup.form.changing, { name: source.name }),
    send: ({ booking = "" }, stored, options) =>
      intake().updateSource(
        { path: stored, headers: asRead(stored), body: { booking: bookingOf(booking) } },
        options,
      ),
    read: () => intake().getSource({ path: source }),
    onSaved: (saved) => {
      setSource(saved);
      onSaved();
    },
  });
  return <Sheet form={form} isMinor fields={bookingField(firm)} />;
};

type NewSourceProps = Pick<Props, "firm" | "sources"> & {
  readonly secretOf: (made: MadeSource) => Secret;
  readonly onMade: (secret: Secret | null) => void;
};

const EMPTY = { name: "", page: "", thanks: "", booking: "" };

const NewSource = ({ firm, sources, secretOf, onMade }: NewSourceProps) => {
  const texts = t().setup.form;
  const form = useForm<Secret | null, typeof EMPTY>({
    stored: null,
    valuesOf: () => EMPTY,
    what: ({ name }) => fill(texts.making, { name }),
    send: async ({ name = "", page = "", thanks = "", booking = "" }, _stored, options) => {
      const key = keyFor(
        name,
        sources.map((source) => source.key),
        "form",
      );
      const body = {
        name,
        key,
        allowed_origins: page.trim() ? [originOf(page.trim())] : [],
        redirect_url: thanks.trim() || null,
        booking: bookingOf(booking),
      };
      return secretOf(await intake().createSource({ body }, options));
    },
    find: null,
    onSaved: onMade,
    onLost: readSources,
  });
  return (
    <Sheet
      form={form}
      submit={texts.make}
      fields={{
        name: { label: t().setup.name },
        page: { label: texts.page, hint: texts.pageHint, api: "allowed_origins[0]", mode: "url" },
        thanks: { label: texts.thanks, hint: texts.thanksHint, api: "redirect_url", mode: "url" },
        ...bookingField(firm),
      }}
    />
  );
};

/** Shows what a form's post would become: the preview stores nothing. */
const TryIt = ({ id }: { readonly id: string }) => {
  const typed = useSignal(t().setup.form.example);
  const result = useSignal<InboundPreview | "failed" | null>(null);
  const texts = t().setup;
  const look = async (event: Event) => {
    event.preventDefault();
    result.value = await intake()
      .previewInboundDelivery({ path: { id }, body: { payload: typed.value } })
      .catch(() => "failed");
  };
  const field = (name: keyof typeof typed.value, label: string) => (
    <Field label={label}>
      <input
        value={typed.value[name]}
        autocomplete="off"
        onInput={(event) => {
          typed.value = { ...typed.value, [name]: event.currentTarget.value };
        }}
      />
    </Field>
  );
  return (
    <form class="setup-part" onSubmit={look}>
      <h3>{texts.form.tryIt}</h3>
      <p class="meta">{texts.form.tryHint}</p>
      <div class="sheet-fields">
        {field("name", texts.name)}
        {field("email", texts.email)}
        {field("phone", texts.telephone)}
      </div>
      <div class="actions">
        <Button type="submit">{texts.form.tryIt}</Button>
      </div>
      <div role="status">{result.value && <Result of={result.value} />}</div>
    </form>
  );
};

const Result = ({ of }: { readonly of: InboundPreview | "failed" }) => {
  const texts = t().setup.form;
  if (of === "failed") return <p class="error">{texts.notTried}</p>;
  const { outcome, lead, violations, omitted } = of;
  const words =
    lead &&
    [`${lead.first_name} ${lead.last_name}`.trim(), lead.email, shownPhone(lead.phone)].filter(Boolean);
  return (
    <>
      <p>{words ? fill(texts.outcomes[outcome], { lead: words.join(", ") }) : texts.outcomes[outcome]}</p>
      {[...violations, ...omitted].map(({ field, message }) => (
        <p key={field} class="error">
          {`${field} ${message}.`}
        </p>
      ))}
    </>
  );
};
