import type { Answer } from "./http-call.ts";

/** A slot that a request asks for; the consultation's id where it has one. */
export type Asked = {
  readonly attorneyId: string;
  readonly start: number;
  readonly end: number;
  readonly id?: string;
};

/** While a slot may have been held: from before it was asked for until after it was given up. */
type Hold = Asked & { readonly from: number; until: number };
type Refusal = Asked & { readonly from: number; readonly until: number };

/** What callers saw, from which it can be told whether each refused slot really was taken by another. */
export const slotHistory = () => {
  const holds = new Map<string, Hold[]>();
  const refusals: Refusal[] = [];
  const underWay = new Map<string, number>();
  /** Of requests for one consultation that run at once, nobody outside knows which came first. */
  const muddled = new Set<string>();

  const watched = async (id: string, request: () => Promise<Answer>) => {
    const others = underWay.get(id) ?? 0;
    if (others > 0) muddled.add(id);
    underWay.set(id, others + 1);
    try {
      return await request();
    } finally {
      underWay.set(id, (underWay.get(id) ?? 1) - 1);
    }
  };

  const release = (id: string) => {
    if (muddled.has(id)) return;
    for (const hold of holds.get(id) ?? []) hold.until = Math.min(hold.until, performance.now());
  };

  const taking = async (asked: Asked, request: () => Promise<Answer>): Promise<Answer> => {
    const from = performance.now();
    const answer = await (asked.id === undefined ? request() : watched(asked.id, request));
    if (answer.body.error?.code === "slot_unavailable") {
      refusals.push({ ...asked, from, until: performance.now() });
    }
    if (answer.status < 300) {
      const id: string = answer.body.id;
      release(id);
      holds.set(id, [...(holds.get(id) ?? []), { ...asked, id, from, until: Number.POSITIVE_INFINITY }]);
    }
    return answer;
  };

  const ending = async (id: string, request: () => Promise<Answer>): Promise<Answer> => {
    const answer = await watched(id, request);
    if (answer.status < 300) release(id);
    return answer;
  };

  /** Refusals of slots that nobody else held at any instant of the request. */
  const unjustified = (): string[] => {
    const all = [...holds.values()].flat();
    const inTheWay = (refusal: Refusal) => (hold: Hold) =>
      hold.attorneyId === refusal.attorneyId &&
      hold.id !== refusal.id &&
      hold.start < refusal.end &&
      refusal.start < hold.end &&
      hold.from <= refusal.until &&
      refusal.from <= hold.until;
    return refusals
      .filter((refusal) => !all.some(inTheWay(refusal)))
      .map(
        ({ attorneyId, start }) => `refused without reason: ${attorneyId} ${new Date(start).toISOString()}`,
      );
  };

  return { taking, ending, unjustified };
};
