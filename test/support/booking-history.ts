import type { ApiResponse } from "./http-call.ts";

/** The slot of a request, and the id of its consultation once that exists. */
export type RequestedSlot = {
  readonly attorneyId: string;
  readonly start: number;
  readonly end: number;
  readonly id?: string;
};

/** The time in which a slot may have been taken: from before its request until after its release. */
type Hold = RequestedSlot & { readonly from: number; until: number };
type Rejection = RequestedSlot & { readonly from: number; readonly until: number };

/** Records what clients observed, to check that every rejected slot was really taken by another consultation. */
export const newBookingHistory = () => {
  const holds = new Map<string, Hold[]>();
  const rejections: Rejection[] = [];
  const inFlight = new Map<string, number>();
  /** Consultations with concurrent requests: a client cannot know the order in which they were applied. */
  const ambiguous = new Set<string>();

  const trackConcurrency = async (id: string, request: () => Promise<ApiResponse>) => {
    const others = inFlight.get(id) ?? 0;
    if (others > 0) ambiguous.add(id);
    inFlight.set(id, others + 1);
    try {
      return await request();
    } finally {
      inFlight.set(id, (inFlight.get(id) ?? 1) - 1);
    }
  };

  const release = (id: string) => {
    if (ambiguous.has(id)) return;
    for (const hold of holds.get(id) ?? []) hold.until = Math.min(hold.until, performance.now());
  };

  const recordBooking = async (
    slot: RequestedSlot,
    request: () => Promise<ApiResponse>,
  ): Promise<ApiResponse> => {
    const from = performance.now();
    const response = await (slot.id === undefined ? request() : trackConcurrency(slot.id, request));
    if (response.body.error?.code === "slot_unavailable") {
      rejections.push({ ...slot, from, until: performance.now() });
    }
    if (response.status < 300) {
      const id: string = response.body.id;
      release(id);
      holds.set(id, [...(holds.get(id) ?? []), { ...slot, id, from, until: Number.POSITIVE_INFINITY }]);
    }
    return response;
  };

  const recordRelease = async (id: string, request: () => Promise<ApiResponse>): Promise<ApiResponse> => {
    const response = await trackConcurrency(id, request);
    if (response.status < 300) release(id);
    return response;
  };

  /** Rejections of slots that no other consultation held at any time during the request. */
  const findUnjustifiedRejections = (): string[] => {
    const all = [...holds.values()].flat();
    const blocks = (rejection: Rejection) => (hold: Hold) =>
      hold.attorneyId === rejection.attorneyId &&
      hold.id !== rejection.id &&
      hold.start < rejection.end &&
      rejection.start < hold.end &&
      hold.from <= rejection.until &&
      rejection.from <= hold.until;
    return rejections
      .filter((rejection) => !all.some(blocks(rejection)))
      .map(
        ({ attorneyId, start }) =>
          `rejected without a conflict: ${attorneyId} ${new Date(start).toISOString()}`,
      );
  };

  return { recordBooking, recordRelease, findUnjustifiedRejections };
};
