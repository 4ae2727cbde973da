import type { InboundDelivery, ReplayInboundDeliveriesResult } from "../../../client/src/generated.ts";

const REPLAYED_PER_CALL = 10;

type Replayed = ReplayInboundDeliveriesResult["data"][number];
type Received = Pick<InboundDelivery, "id" | "received_at">;

/** Some deliveries of a walk, and the period that has them alone: `until` is exclusive. */
export type Stretch = {
  readonly deliveries: readonly Received[];
  readonly since: string;
  readonly until: string;
};

const after = (instant: string) => new Date(Date.parse(instant) + 1).toISOString();

/** Divides the rejected deliveries of a walk, oldest first, into stretches of ten. Those of one instant stay together. */
export const stretchesOf = (deliveries: readonly Received[]): Stretch[] => {
  const stretches: Received[][] = [];
  for (const delivery of [...deliveries].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const last = stretches.at(-1);
    const isSame = last?.at(-1)?.received_at === delivery.received_at;
    if (last && (last.length < REPLAYED_PER_CALL || isSame)) last.push(delivery);
    else stretches.push([delivery]);
  }
  return stretches.map((each) => ({
    deliveries: each,
    since: each[0]?.received_at ?? "",
    until: after(each.at(-1)?.received_at ?? ""),
  }));
};

/** `unread`: nothing was replayed, because the rejected deliveries could not be read. */
export type WalkEnd = "running" | "done" | "stopped" | "lost" | "refused" | "unread";

/** How far a walk has come. `unsure` are the deliveries of a call without an answer, with what was found out about them. */
export type Walk = {
  readonly end: WalkEnd;
  readonly total: number;
  readonly replayed: readonly Replayed[];
  readonly unsure: readonly (Received & { readonly isDone: boolean })[];
};

export const begun = (total: number): Walk => ({ end: "running", total, replayed: [], unsure: [] });

export const withReplayed = (walk: Walk, replayed: readonly Replayed[]): Walk => ({
  ...walk,
  replayed: [...walk.replayed, ...replayed],
});

/** Counts what became of the deliveries, the most frequent first. One that the service could not process has failed. */
export const tally = ({ replayed }: Walk): [kind: Replayed["outcome"] | "failed", count: number][] => {
  const counts = new Map<Replayed["outcome"] | "failed", number>();
  for (const { failed, outcome } of replayed) {
    const kind = failed ? "failed" : outcome;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
};

type Listed = Pick<InboundDelivery, "id" | "replayed_as">;

/**
 * Returns which deliveries of a stretch were replayed, by the open rejections read after the lost answer: those that are
 * not among them any more, or that were replayed since and rejected again.
 */
export const foundOut = (
  { deliveries }: Stretch,
  before: readonly Listed[],
  open: readonly Listed[],
): Walk["unsure"] =>
  deliveries.map(({ id, received_at }) => {
    const replayOf = (list: readonly Listed[]) => list.find((each) => each.id === id)?.replayed_as?.id;
    const isListed = open.some((each) => each.id === id);
    return { id, received_at, isDone: !isListed || replayOf(open) !== replayOf(before) };
  });
