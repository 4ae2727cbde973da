import { pinnedStages } from "../resolve-stage.ts";
import type { PinnedStage } from "../stage.ts";

type AccessStack = { readonly id: string; readonly stages: readonly [PinnedStage, ...PinnedStage[]] };

/** Returns one stack for each account, because an account has GitHub's identity provider once. */
export const accessStacks = (): AccessStack[] => {
  const accounts = new Map<string, [PinnedStage, ...PinnedStage[]]>();
  for (const stage of pinnedStages()) {
    const stages = accounts.get(stage.env.account);
    if (stages) stages.push(stage);
    else accounts.set(stage.env.account, [stage]);
  }
  return [...accounts.values()].map((stages) => ({
    id: `intake-github-${stages.map(({ name }) => name).join("-")}`,
    stages,
  }));
};
