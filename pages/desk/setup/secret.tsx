import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { RequestOptions } from "../../../client/src/index.ts";
import { CopyButton, Dialog } from "../parts.tsx";
import { createWrite } from "../requests.ts";

/** What an answer shows once. It is kept while its dialog is open, and nowhere else. */
export type Secret = {
  readonly title: string;
  readonly hint: string;
  readonly texts: readonly (readonly [label: string, text: string])[];
};

type Making = {
  readonly what: string;
  readonly typed: unknown;
  readonly send: (options: RequestOptions) => Promise<Secret>;
  /** Reads the list again in which it may stand. */
  readonly onLost?: () => Promise<unknown>;
};

export const useSecret = () => {
  const shown = useSignal<Secret | null>(null);
  const write = useMemo(() => createWrite<Secret>(), []);
  const show = (secret: Secret | null) => {
    shown.value = secret;
  };
  const make = async ({ onLost, ...call }: Making) => {
    show((await write.run({ ...call, find: null })) ?? null);
    if (write.state.value.kind === "lost") await onLost?.().catch(() => {});
  };
  return { shown: shown.value, show, write, make };
};

type Props = { readonly shown: Secret | null; readonly show: (secret: null) => void };

export const SecretDialog = ({ shown, show }: Props) =>
  shown && (
    <Dialog title={shown.title} onClose={() => show(null)}>
      <div>
        <p>{shown.hint}</p>
        {shown.texts.map(([label, text]) => (
          <div key={label} class="setup-secret">
            <label>
              {label}
              <textarea
                readOnly
                rows={text.split("\n").length + 1}
                value={text}
                onFocus={(event) => event.currentTarget.select()}
              />
            </label>
            <CopyButton text={text} />
          </div>
        ))}
      </div>
    </Dialog>
  );
