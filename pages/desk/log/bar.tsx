import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Activity, Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import type { Option } from "../controls.tsx";
import { clockTime } from "../dates.ts";
import { useForm } from "../form.ts";
import { announce, Button, Dialog } from "../parts.tsx";
import type { Write } from "../requests.ts";
import { Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { type Corrected, called, type Typed } from "./rules.ts";
import { activityWords, logCall } from "./write.ts";

type CallsProps = {
  readonly lead: Lead;
  readonly write: Write<Activity | null>;
  readonly isBusy: boolean;
  /** Sends it, by the write. */
  readonly run: Write<Activity | null>["run"];
  readonly onLogged: () => unknown;
};

const CALLS = ["reached", "left_message", "no_answer"] as const;

/** The outcomes of a call, each logged by one click, and what was logged so. */
export const CallButtons = ({ lead, isBusy, run, onLogged }: CallsProps) => {
  const logged = useSignal("");
  const { of } = t().log;
  const { outcomes } = t().lead;
  const log = async (typed: Typed) => {
    logged.value = "";
    if (!(await run(logCall(lead, typed)))) return;
    logged.value = fill(t().log.logged, { what: activityWords(typed) });
    announce(logged.value);
    onLogged();
  };
  return (
    <>
      {CALLS.map((outcome) => (
        <Button
          key={outcome}
          label={fill(of, { what: activityWords(called(outcome)), name: lead.first_name })}
          inert={isBusy}
          onClick={() => log(called(outcome))}
        >
          {outcomes[outcome]}
        </Button>
      ))}
      {logged.value && <span class="meta">{logged.value}</span>}
    </>
  );
};

/** An activity that is typed: a new one, or what takes the place of another. */
export type Entry = { readonly first: Typed; readonly corrected: Corrected | null };

const NEW: Entry = { first: { ...called(""), kind: "text" }, corrected: null };

/** The buttons that log an activity, with a form for all others and for corrections. */
export const LogBar = ({ entry, ...props }: CallsProps & { readonly entry: Signal<Entry | null> }) => {
  const { title, more } = t().log;
  return (
    <>
      <div class="actions">
        <span class="meta">{title}</span>
        <CallButtons {...props} />
        <Button kind="quiet" inert={props.isBusy} onClick={() => (entry.value = NEW)}>
          {more}
        </Button>
      </div>
      {entry.value ? (
        <LogDialog {...entry.value} {...props} onClose={() => (entry.value = null)} />
      ) : (
        <WriteNotice write={props.write} />
      )}
    </>
  );
};

type DialogProps = Entry & CallsProps & { readonly onClose: () => void };

const LogDialog = ({ first, corrected, lead, write, run, onLogged, onClose }: DialogProps) => {
  const texts = t().log;
  const call = (typed: Partial<Typed>) => logCall(lead, { ...first, ...typed }, corrected);
  const form = useForm<Activity | null, Typed>({
    stored: null,
    valuesOf: () => first,
    write: { ...write, run },
    what: (typed) => call(typed).what,
    send: (typed, _stored, options) => call(typed).send(options),
    find: async (typed) => (await call(typed).find?.()) ?? null,
    onSaved: () => {
      onLogged();
      onClose();
    },
  });
  useEffect(() => write.reset, []);
  const { kind } = form.values;
  const notSaid: Option = ["", t().lead.notSaid];
  return (
    <Dialog
      title={corrected ? fill(texts.correctAt, { time: clockTime(corrected.at) }) : texts.add}
      onClose={onClose}
      isUnsent={form.isUnsent}
    >
      <div>
        {corrected && <p class="meta">{texts.correcting}</p>}
        <Sheet
          form={form}
          submit={texts.log}
          fields={{
            kind: { label: texts.kind, options: Object.entries(texts.kinds) },
            ...(kind !== "note" && {
              direction: { label: texts.direction, options: Object.entries(texts.directions) },
              outcome: { label: texts.outcome, options: [notSaid, ...Object.entries(t().lead.outcomes)] },
            }),
            text: { label: texts.text, isLong: true },
          }}
        />
      </div>
    </Dialog>
  );
};
