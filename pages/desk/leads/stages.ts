import { firm, setFirm } from "../directory.ts";
// Not by requests.ts, which brings what only writes need.
import { client } from "../session.ts";
import type { Stage } from "./rules.ts";

export const stages = (): readonly Stage[] => firm.peek()?.stages ?? [];

export const stageName = (stage: string): string => stages().find(({ key }) => key === stage)?.name ?? stage;

/** Reads the firm's stages again: no event tells of them. */
export const readStages = async (): Promise<void> => setFirm(await client().getFirm());
