import { signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { PutConflictEntriesResult } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { Field, typing } from "../controls.tsx";
import { Button } from "../parts.tsx";
import { createWrite, intake } from "../requests.ts";
import { t } from "../texts.ts";
import { counted, listWords } from "../words.ts";
import { WriteNotice } from "../write-notice.tsx";
import {
  type Brought,
  batchesOf,
  broughtBy,
  countOutcomes,
  keyedEntry,
  type PastedRow,
  type Row,
  readPasted,
  rejectedIn,
} from "./register-rules.ts";

/** Creates what sends rows batch by batch, and goes on where it has stopped. */
const createBringing = () => {
  const write = createWrite<PutConflictEntriesResult>();
  const brought = signal<readonly Brought[]>([]);
  const isRunning = signal(false);
  let isStopped = false;

  const send = (batch: readonly Row[]) => {
    const [from, to] = [batch[0], batch.at(-1)].map((row) => String(row?.number));
    const entries = batch.map(({ entry }) => entry);
    return write.run({
      what: fill(t().setup.conflicts.whatBatch, { from: from ?? "", to: to ?? "" }),
      typed: entries,
      send: (options) => intake().putConflictEntries({ body: { entries } }, options),
      // No read shows a whole batch, and to send it again changes nothing more.
      find: async () => null,
      isRepeatable: true,
    });
  };
  const run = async (pasted: readonly PastedRow[]): Promise<void> => {
    isStopped = false;
    isRunning.value = true;
    const rows = await Promise.all(
      pasted.map(async ({ number, values }) => ({ number, entry: await keyedEntry(values) })),
    );
    for (const batch of batchesOf(rows.slice(brought.peek().length))) {
      const answer = isStopped ? undefined : await send(batch);
      if (!answer) break;
      brought.value = [...brought.peek(), ...broughtBy(batch, answer.data)];
    }
    isRunning.value = false;
  };
  return {
    write,
    brought,
    isRunning,
    run,
    stop: () => {
      isStopped = true;
    },
    /** Forgets what came in, for another list. */
    reset: () => {
      brought.value = [];
      write.reset();
    },
  };
};

const REJECTED_SHOWN = 100;

/** Brings in a list that is pasted: what is in it already changes nothing. */
export const BringList = ({ onDone }: { readonly onDone: () => unknown }) => {
  const texts = t().setup.conflicts;
  const typed = useSignal("");
  const { write, brought, isRunning, run, stop, reset } = useMemo(createBringing, []);
  const { rows, unused, problem } = useMemo(() => readPasted(typed.value), [typed.value]);
  const done = brought.value.length;
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isRunning.peek() || rows.length === 0) return;
    if (done === rows.length) reset();
    await run(rows);
    onDone();
  };
  const text = typing(typed);
  const change: typeof text.onInput = (event) => {
    reset();
    text.onInput(event);
  };
  return (
    <form class="setup-part" onSubmit={submit}>
      <h3>{texts.bring}</h3>
      <Field label={texts.list} hint={texts.listHint} error={problem && texts[problem]}>
        <textarea rows={5} spellcheck={false} readOnly={isRunning.value} {...text} onInput={change} />
      </Field>
      {unused.length > 0 && <p class="hint">{fill(texts.unused, { columns: listWords(unused) })}</p>}
      {done > 0 && <Outcome of={brought.value} all={rows.length} />}
      <WriteNotice write={write} />
      <div class="actions">
        <Button type="submit" busy={isRunning.value} inert={rows.length === 0}>
          {done > 0 && done < rows.length ? texts.goOn : counted(texts.bringIt, rows.length)}
        </Button>
        {isRunning.value && <Button onClick={stop}>{texts.stop}</Button>}
      </div>
    </form>
  );
};

type OutcomeProps = { readonly of: readonly Brought[]; readonly all: number };

/** What became of the rows so far, and why some were refused. */
const Outcome = ({ of, all }: OutcomeProps) => {
  const texts = t().setup.conflicts;
  const counts = countOutcomes(of).map(([outcome, count]) =>
    fill(texts.outcomes[outcome], { count: String(count) }),
  );
  return (
    <>
      <p role="status">
        {fill(texts.progress, { done: String(of.length), all: String(all) })} {listWords(counts)}
      </p>
      {rejectedIn(of)
        .slice(0, REJECTED_SHOWN)
        .map((row) => (
          <p key={row.number} class="error">
            {fill(texts.row, row)}
          </p>
        ))}
    </>
  );
};
