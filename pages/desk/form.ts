import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { RequestOptions } from "../../client/src/index.ts";
import { guardUnsent } from "./address.ts";
import {
  bothChanged,
  changesOf,
  type Draft,
  sendMine,
  showsChanges,
  type TextField,
  takeTheirs,
  typedOver,
  valuesOf,
  withoutSent,
} from "./draft.ts";
import { announce } from "./parts.tsx";
import { createWrite, type Write } from "./requests.ts";
import { t } from "./texts.ts";
import type { Shown } from "./write-notice.tsx";

type FormOf<Stored, Values extends object> = {
  /** The record as it is stored; of a new one, nothing, of which `valuesOf` makes what its form begins with. */
  readonly stored: Stored;
  readonly valuesOf: (stored: Stored) => Values;
  /** The write that sends it, if others share it. */
  readonly write?: Write<Stored>;
  /** Completes "We do not know yet whether …". */
  readonly what: (values: Values) => string;
  /** Sends what was changed; of a new record all values. */
  readonly send: (changes: Partial<Values>, stored: Stored, options: RequestOptions) => Promise<Stored>;
  /** Reads the record as it is now, so that the form shows it. */
  readonly read?: (() => Promise<Stored>) | undefined;
  /** Finds the new record after its answer was lost; null for an answer whose secret is lost with it. */
  readonly find?: ((values: Values) => Promise<Stored | null>) | null | undefined;
  /** True if the record has no version that a request can name: it is read before it is changed. */
  readonly readsFirst?: boolean;
  readonly onSaved: (stored: Stored) => void;
  readonly onLost?: () => Promise<unknown>;
};

export type Form<Values extends object> = {
  readonly values: Values;
  /** What differs from the stored record. */
  readonly changes: Partial<Values>;
  readonly write: Shown;
  readonly change: (part: Partial<Values>) => void;
  readonly type: (field: TextField<Values>, text: string) => void;
  readonly save: () => Promise<void>;
  /** The fields that somebody else has changed too, and what everything is now. */
  readonly both: readonly (keyof Values)[];
  readonly theirs: Values;
  readonly settle: (field: keyof Values, isMine: boolean) => void;
  /** True if something is typed that was not sent. */
  readonly isUnsent: () => boolean;
  /** Drops what was typed, and why it was refused. */
  readonly drop: () => void;
  /** True while the form asks what somebody else has changed. */
  readonly isComparing: boolean;
  /** True if the record could not be read before it was changed, so that nothing was sent. */
  readonly isUnread: boolean;
};

const UNTOUCHED = { typed: {}, basis: {} };

const isConflict = ({ state }: Shown) =>
  state.value.kind === "refused" && state.value.error.code === "version_conflict";

/** A form over a stored record, which sends only what was changed, and nothing that somebody else changed meanwhile. */
export const useForm = <Stored, Values extends object>(of: FormOf<Stored, Values>): Form<Values> => {
  const draft = useSignal<Draft<Values>>(UNTOUCHED);
  const isComparing = useSignal(false);
  const isUnread = useSignal(false);
  const write = useMemo(() => of.write ?? createWrite<Stored>(), []);
  const isNew = of.find !== undefined;
  const theirs = of.valuesOf(of.stored);
  const changes = changesOf(draft.value, theirs);
  const isUnsent = useRef(false);
  isUnsent.current = Object.keys(changes).length > 0 && !write.isBusy.value;
  useEffect(() => guardUnsent(() => isUnsent.current), []);

  const find = async (sent: Partial<Values>) => {
    const found = (await of.read?.()) ?? of.stored;
    return showsChanges(sent, of.valuesOf(found)) ? found : null;
  };

  const run = (sent: Partial<Values>, all: Values, stored: Stored) =>
    write.run({
      what: of.what(all),
      typed: sent,
      send: (options) => of.send(sent, stored, options),
      find: of.find === null ? null : () => (of.find ? of.find(all) : find(sent)),
    });

  const save = async (stored: Stored): Promise<void> => {
    const now = of.valuesOf(stored);
    const all = valuesOf(draft.value, now);
    const sent = isNew ? all : changesOf(draft.value, now);
    if (bothChanged(draft.value, now).length > 0) return;
    const saved = Object.keys(sent).length > 0 ? await run(sent, all, stored) : stored;
    if (saved === undefined) return followUp();
    draft.value = withoutSent(draft.value, sent, of.valuesOf(saved));
    announce(t().setup.saved);
    of.onSaved(saved);
  };

  const followUp = async () => {
    if (isConflict(write)) await compare();
    else if (write.state.value.kind === "lost") await of.onLost?.().catch(() => {});
  };

  /** Follows what somebody else has changed, and sends the rest again unless both changed the same field. */
  const compare = async () => {
    isComparing.value = true;
    const fresh = await of.read?.().catch(() => null);
    isComparing.value = false;
    isUnread.value = !fresh;
    if (!fresh) return;
    write.reset();
    await save(fresh);
  };

  return {
    values: valuesOf(draft.value, theirs),
    changes: isNew ? {} : changes,
    write,
    theirs,
    isComparing: isComparing.value,
    isUnread: isUnread.value && !isConflict(write),
    both: bothChanged(draft.value, theirs),
    change: (part) => {
      draft.value = typedOver(draft.value, theirs, part);
    },
    type: (field, text) => {
      draft.value = typedOver(draft.value, theirs, Object.assign({}, draft.value.typed, { [field]: text }));
    },
    settle: (field, isMine) => {
      draft.value = isMine ? sendMine(draft.value, theirs, field) : takeTheirs(draft.value, field);
    },
    save: () => (of.readsFirst ? compare() : save(of.stored)),
    isUnsent: () => isUnsent.current,
    drop: () => {
      draft.value = UNTOUCHED;
      write.reset();
    },
  };
};
