import type { Firm } from "../../../client/src/generated.ts";

/** What can be booked: one of the firm's types, or a length alone. */
export type Offer = {
  readonly key: string;
  readonly type: Firm["consultation_types"][number] | null;
  readonly minutes: number;
};

const ofLength = (minutes: number): Offer => ({ key: `minutes:${minutes}`, type: null, minutes });

export const HALF_AN_HOUR = ofLength(30);
const LENGTHS = [ofLength(15), HALF_AN_HOUR, ofLength(45), ofLength(60), ofLength(90)];

/** Returns the firm's types that an attorney takes, or any attorney, then lengths. */
export const offersOf = (firm: Firm | null, attorneyId: string | null): Offer[] => [
  ...(firm?.consultation_types ?? [])
    .filter(({ attorney_ids: pool }) => pool === null || attorneyId === null || pool.includes(attorneyId))
    .map((type) => ({ key: `type:${type.key}`, type, minutes: type.duration_min })),
  ...LENGTHS,
];
