/** From where the API is called each minute, and how. */
export type Probe = {
  /** Another region than the stage's, which still tells when all of that one is out of reach. */
  readonly region: string;
  /** As callers use it. */
  readonly baseUrl: string;
  /** The name of the secret, in that region, that is an API key. */
  readonly keySecret: string;
};

const PATTERNS: Readonly<Record<keyof Probe, RegExp>> = {
  region: /^[a-z]{2}(-[a-z]+)+-\d$/,
  baseUrl: /^https:\/\/[a-z0-9.-]+$/,
  keySecret: /^[\w/+=.@-]{1,512}$/,
};

/** @throws Error if a part is malformed, or the region is the stage's own */
export const checkProbe = (probe: Probe, stageRegion: string | undefined) => {
  for (const [name, pattern] of Object.entries(PATTERNS))
    if (!pattern.test(probe[name as keyof Probe])) throw new Error(`${name} is malformed.`);
  if (probe.region === stageRegion) throw new Error("The region of the probe is the stage's own.");
};
