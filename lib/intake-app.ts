import { rmSync } from "node:fs";
import { join } from "node:path";
import { App, type AppProps } from "aws-cdk-lib";
import { bundleFunctions, moveSourceMaps } from "./bundle-functions.ts";
import { bundleDocsPage } from "./docs-page/bundle-docs-page.ts";
import { IntakeStack } from "./intake-stack.ts";
import { LOCAL_STAGE } from "./local-stage.ts";
import { resolveStage, stackNameOf } from "./stage.ts";
import { refuseUndeployable } from "./undeployable.ts";

/**
 * Synthesizes the stacks of the stages that the context `stage` lists, by default `dev`, from one bundle of each function.
 * `prepare` gets the app before it has a stack.
 */
export const synthesize = (props: AppProps = {}, prepare: (app: App) => void = () => {}) => {
  const app = new App({ analyticsReporting: false, ...props });
  prepare(app);
  const names: string = app.node.tryGetContext("stage") ?? "dev";
  const stages = names.split(",").map(resolveStage);
  const isLocal = stages.some(({ name }) => name === LOCAL_STAGE);
  // The local service shows stacks in TypeScript lines; what is deployed has its maps in a folder of their own.
  const bundles = bundleFunctions({ linksSourceMaps: isLocal });
  if (!isLocal) moveSourceMaps(bundles, join(app.outdir, "source-maps"));
  bundleDocsPage(join(bundles, "get-docs", "page"));
  try {
    for (const stage of stages) {
      const stack = new IntakeStack(app, stackNameOf(stage), { stage, bundles });
      refuseUndeployable(stack, stage);
    }
    return app.synth();
  } finally {
    rmSync(bundles, { recursive: true });
  }
};
