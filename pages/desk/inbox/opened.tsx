import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Source } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { guardUnsent, href } from "../address.ts";
import { clockTime, relativeDay } from "../dates.ts";
import { sourceName, sources } from "../directory.ts";
import { announce, Button, Empty, Tag, Unread, ViewHeading } from "../parts.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { Becoming } from "./becoming.tsx";
import { readBody } from "./body.ts";
import { CameIn } from "./came-in.tsx";
import { createMending } from "./mending.ts";
import { MendingBar } from "./mending-bar.tsx";
import { leavesOf } from "./paths.ts";
import { createReplays, type Replays } from "./replays.ts";
import { isOpen, MARKS, reasonOf, stateOf } from "./rules.ts";
import { type Delivery, type Inbox, readDelivery } from "./state.ts";
import { became, sizeText } from "./words.ts";

type OpenedProps = { readonly inbox: Inbox; readonly sourceId: string; readonly id: string };

type Read = Delivery | "loading" | "gone" | "failed";

/** Shows a delivery: one of the list, or one that is read for its address. */
export const OpenedDelivery = ({ inbox, sourceId, id }: OpenedProps) => {
  const read = useSignal<Read>("loading");
  const listed = inbox.shown.value.find((delivery) => delivery.id === id);
  const find = async () => {
    read.value = await readDelivery(sourceId, id).then(
      (found) => found ?? "gone",
      () => "failed",
    );
  };
  useEffect(() => {
    if (!listed) find();
  }, []);
  useEffect(() => {
    if (listed) read.value = listed;
  }, [listed]);
  const source = sources.value?.find((each) => each.id === sourceId);
  const delivery = listed ?? read.value;
  const finish = () => Promise.all([inbox.reread(), find()]);
  return (
    <article class="inbox-delivery">
      <a class="inbox-back" href={href("inbox")}>
        ← {t().inbox.back}
      </a>
      {source && typeof delivery === "object" ? (
        <Details delivery={delivery} source={source} onDone={finish} />
      ) : (
        <Missing read={source || !sources.value ? delivery : "gone"} onRetry={find} />
      )}
    </article>
  );
};

const Missing = ({ read, onRetry }: { readonly read: Read; readonly onRetry: () => unknown }) => {
  const { gone, goneFact, failed } = t().inbox;
  if (read === "gone") return <Empty title={gone} fact={goneFact} />;
  if (read !== "failed") return <p class="meta">{t().frame.loading}</p>;
  return <Unread text={failed} onRetry={onRetry} />;
};

type DetailsProps = {
  readonly delivery: Delivery;
  readonly source: Source;
  readonly onDone: () => unknown;
};

const Details = ({ delivery, source, onDone }: DetailsProps) => {
  const mending = useMemo(() => createMending(delivery, source), []);
  const replays = useMemo(() => createReplays(delivery), []);
  const body = useMemo(() => readBody(delivery, source.json_fields), [delivery.body, source.json_fields]);
  const leaves = useMemo(() => leavesOf(body.json), [body]);
  useEffect(() => {
    const endGuard = guardUnsent(() => mending.isDirty.peek());
    mending.look.start(0);
    return () => {
      endGuard();
      mending.look.stop();
      replays.stop();
    };
  }, []);
  useEffect(() => {
    if (can("settings:write")) mending.read().catch(() => {});
  }, [stateOf(delivery)]);
  useAnnounced(delivery);
  const act = async (write: Promise<unknown>) => {
    if ((await write) !== undefined) onDone();
  };
  return (
    <>
      <Heading delivery={delivery} kind={t().inbox.kinds[body.kind]} />
      <Actions delivery={delivery} replays={replays} isDirty={mending.isDirty.value} act={act} />
      <div class="inbox-pair">
        <CameIn mending={mending} body={body} leaves={leaves} />
        <Becoming mending={mending} body={body} leaves={leaves} />
      </div>
      <MendingBar {...{ mending, replays, onDone, isRejected: isOpen(delivery) }} />
    </>
  );
};

/** Says once what became of the delivery while it is open. */
const useAnnounced = (delivery: Delivery) => {
  const state = stateOf(delivery);
  const told = useRef(state);
  useEffect(() => {
    if (told.current !== state) announce(became(delivery));
    told.current = state;
  }, [state]);
};

const Heading = ({ delivery, kind }: { readonly delivery: Delivery; readonly kind: string }) => {
  const texts = t().inbox;
  const state = stateOf(delivery);
  const { reason, places } = reasonOf(delivery);
  const day = relativeDay(delivery.received_at);
  return (
    <header>
      <p class="meta">
        <Tag kind={state === "rejected" ? "danger" : "plain"}>
          <span aria-hidden="true">{MARKS[state]}</span> {texts.states[state]}
        </Tag>
        <span>{sourceName(delivery.sourceId)}</span>
        <time dateTime={delivery.received_at}>
          {fill(texts.at, { day, time: clockTime(delivery.received_at) })}
        </time>
        <span>
          {kind}, {sizeText(delivery.body_bytes)}
        </span>
      </p>
      <ViewHeading of={delivery.id}>{state === "rejected" ? reason : became(delivery)}</ViewHeading>
      {places && <p class="meta">{places}</p>}
    </header>
  );
};

type ActionsProps = {
  readonly delivery: Delivery;
  readonly replays: Replays;
  readonly isDirty: boolean;
  readonly act: (write: Promise<unknown>) => unknown;
};

/** The lead, the replay, and what can be done about this delivery alone. */
const Actions = ({ delivery, replays, isDirty, act }: ActionsProps) => {
  const texts = t().inbox;
  const { sourceId, lead_id, replayed_as, replay_of } = delivery;
  const isBusy = replays.one.isBusy.value;
  const isReplayable = can("settings:write") && replay_of === null && !isDirty;
  const isClosed = !isOpen(delivery);
  return (
    <div class="actions">
      {lead_id && can("leads:read") && <a href={href("leads", lead_id)}>{texts.lead}</a>}
      {replayed_as && <a href={href("inbox", sourceId, replayed_as.id)}>{texts.toReplay}</a>}
      {replay_of && <a href={href("inbox", sourceId, replay_of)}>{texts.toOriginal}</a>}
      {isReplayable && (
        <Button kind={isClosed ? "quiet" : "plain"} busy={isBusy} onClick={() => act(replays.replay())}>
          {texts.replay}
        </Button>
      )}
      {isReplayable && !isClosed && (
        <Button kind="quiet" inert={isBusy} onClick={() => act(replays.dismiss())}>
          {texts.dismiss}
        </Button>
      )}
      <WriteNotice write={replays.one} />
    </div>
  );
};
