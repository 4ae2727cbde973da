import { useSignal } from "@preact/signals";
import { fill } from "../../shared/fill.ts";
import { clockTime, formatIn } from "../dates.ts";
import { Button, Notice, Tag } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { counted } from "../words.ts";
import { WriteNotice } from "../write-notice.tsx";
import type { Mending } from "./mending.ts";
import type { Replays } from "./replays.ts";
import { countText, PAGE } from "./rules.ts";
import type { Delivery } from "./state.ts";
import { tally, type Walk } from "./walk.ts";

type Props = {
  readonly mending: Mending;
  readonly replays: Replays;
  /** Whether the delivery itself is one of the rejected. */
  readonly isRejected: boolean;
  readonly onDone: () => unknown;
};

const dayOf = ({ received_at }: Delivery) => formatIn().dateOf(received_at);

/** What an unsaved mapping would do, and how it is saved; the replay of all that its source has rejected. */
export const MendingBar = (props: Props) => {
  const { mending, replays } = props;
  const isNeeded = mending.isDirty.value || (props.isRejected && mending.open.value.length > 1);
  if (!can("settings:write")) return null;
  if (replays.walk.value) return <Replaying walk={replays.walk.value} replays={replays} />;
  return isNeeded ? <Choices {...props} /> : null;
};

const Choices = ({ mending, replays, onDone }: Props) => {
  const since = useSignal("");
  const texts = t().inbox;
  const open = mending.open.value;
  const isDirty = mending.isDirty.value;
  const oldest = open.at(-1);
  const first = since.value || (oldest ? dayOf(oldest) : "");
  const isMeant = (delivery: Delivery) => dayOf(delivery) >= first;
  const isBlocked = mending.conflicts.value.length > 0;
  const replayMany = async () => {
    if (isDirty && !(await mending.saveMapping())) return;
    await replays.replayMany(isMeant);
    await onDone();
    await mending.read().catch(() => {});
  };
  return (
    <div class="inbox-bar">
      {isBlocked && <Notice kind="warn">{texts.conflict}</Notice>}
      <WriteNotice write={mending.save} />
      {isDirty && <Told mending={mending} />}
      <div class="actions">
        {open.length > 0 && (
          <label class="inbox-since">
            {texts.since}{" "}
            <input
              type="date"
              value={first}
              onChange={({ currentTarget }) => (since.value = currentTarget.value)}
            />
          </label>
        )}
        {isDirty && <SaveButtons mending={mending} isBlocked={isBlocked} />}
        <ReplayButton mending={mending} count={open.filter(isMeant).length} onClick={replayMany} />
      </div>
    </div>
  );
};

const SaveButtons = ({ mending, isBlocked }: { readonly mending: Mending; readonly isBlocked: boolean }) => {
  const isBusy = mending.save.isBusy.value;
  return (
    <>
      <Button kind="quiet" inert={isBusy} onClick={mending.discard}>
        {t().inbox.discard}
      </Button>
      <Button inert={isBlocked} busy={isBusy} onClick={mending.saveMapping}>
        {t().inbox.save}
      </Button>
    </>
  );
};

type ReplayProps = { readonly mending: Mending; readonly count: number; readonly onClick: () => unknown };

const ReplayButton = ({ mending, count, onClick }: ReplayProps) => {
  const { saveAndReplay, replayMany } = t().inbox;
  const isMore = count === PAGE && mending.hasMore.value;
  const text = mending.isDirty.value ? saveAndReplay : replayMany;
  const isInert = mending.conflicts.value.length > 0 || mending.save.isBusy.value;
  if (count === 0) return null;
  return (
    <Button kind="primary" inert={isInert} onClick={onClick}>
      {fill(text, { count: countText(isMore ? PAGE + 1 : count) })}
    </Button>
  );
};

const Told = ({ mending }: { readonly mending: Mending }) => {
  const texts = t().inbox;
  const count = mending.changed.value.length;
  const { leads = 0, tried = 0, total = 0 } = mending.trial.value ?? {};
  const unsaved = counted(texts.unsaved, count);
  const tellsAll = tried === total ? texts.tried : texts.trying;
  return (
    <p aria-live="polite">
      <Tag kind="warn">{texts.notSaved}</Tag> {unsaved}{" "}
      {total > 0 && fill(tellsAll, { leads: String(leads), total: String(total) })}
    </p>
  );
};

/** How far a replay of many has come, and what became of them. */
const Replaying = ({ walk, replays }: { readonly walk: Walk; readonly replays: Replays }) => {
  const texts = t().inbox;
  const found = walk.unsure.filter(({ isDone }) => isDone).length;
  const done = walk.replayed.length + found;
  const isRunning = walk.end === "running";
  const tallied = tally(walk).map(([kind, count]) => fill(texts.tallied[kind], { count: String(count) }));
  return (
    <div class="inbox-bar">
      <p role="status">{fill(texts.walk[walk.end], { done: String(done), total: String(walk.total) })}</p>
      {isRunning && <progress value={done} max={Math.max(walk.total, 1)} aria-label={texts.replay} />}
      <p class="meta">{tallied.join(", ")}</p>
      <WriteNotice write={replays.many} />
      {!isRunning && <Unsure walk={walk} />}
      <div class="actions">
        {isRunning ? (
          <Button onClick={replays.stop}>{texts.stop}</Button>
        ) : (
          <Button onClick={() => (replays.walk.value = null)}>{texts.close}</Button>
        )}
      </div>
    </div>
  );
};

/** Which deliveries of a call without an answer were replayed. */
const Unsure = ({ walk: { unsure } }: { readonly walk: Walk }) => {
  const { unsure: heading, wasReplayed, wasNotReplayed } = t().inbox;
  if (unsure.length === 0) return null;
  return (
    <div class="meta">
      <p>{heading}</p>
      <ul>
        {unsure.map(({ id, received_at, isDone }) => (
          <li key={id}>{fill(isDone ? wasReplayed : wasNotReplayed, { time: clockTime(received_at) })}</li>
        ))}
      </ul>
    </div>
  );
};
