import { existsSync } from "node:fs";
import { StageError } from "../resolve-stage.ts";
import type { PinnedStage } from "../stage.ts";
import { stacksOf } from "../stage-names.ts";
import { templateFile } from "./indexed-tables.ts";

/** @throws StageError if the assembly lacks a stack of the stage */
export const requireAssembly = (assembly: string, stage: PinnedStage) => {
  const missing = stacksOf(stage).filter(({ stackName }) => !existsSync(templateFile(assembly, stackName)));
  if (missing.length > 0)
    throw new StageError(
      `${assembly} has no ${missing.map(({ stackName }) => stackName).join(", ")}: npm run synth -- --context stage=${stage.name}`,
    );
};
