import { rmSync } from "node:fs";
import { join } from "node:path";
import { App, type AppProps } from "aws-cdk-lib";
import { readBackups } from "./backups.ts";
import { bundleFunctions, moveSourceMaps } from "./bundle-functions.ts";
import { bundleDocsPage } from "./docs-page/bundle-docs-page.ts";
import { readEdge } from "./edge.ts";
import { EdgeStack } from "./edge-stack.ts";
import { IntakeStack } from "./intake-stack.ts";
import { LOCAL_STAGE } from "./local-stage.ts";
import { readOnCall } from "./on-call.ts";
import { resolveStage } from "./stage.ts";

/** The stage that the app is for: `-c stage=<name>`, by default `dev`. */
const stageOf = (app: App) => resolveStage(app.node.tryGetContext("stage") ?? "dev");

/** Adds what the app's context asks for, with the functions in `bundles`. */
export const addStacks = (app: App, bundles: string) => {
  const stage = stageOf(app);
  const { node } = app;
  const edge = readEdge(node);
  const main = new IntakeStack(app, `intake-${stage.name}`, {
    stage,
    bundles,
    onCall: readOnCall(node),
    backups: readBackups(node),
    edge,
  });
  // The secret is sent before it is demanded.
  if (edge) main.addStackDependency(new EdgeStack(app, `intake-${stage.name}-edge`, { stage, edge }));
};

/** Synthesizes the stack of one stage. `prepare` gets the app before it has a stack. */
export const synthesize = (props: AppProps = {}, prepare: (app: App) => void = () => {}) => {
  const app = new App({ analyticsReporting: false, ...props });
  prepare(app);
  const isLocal = stageOf(app).name === LOCAL_STAGE;
  // The local service shows stacks in TypeScript lines; what is deployed has its maps in a folder of their own.
  const bundles = bundleFunctions({ linksSourceMaps: isLocal });
  if (!isLocal) moveSourceMaps(bundles, join(app.outdir, "source-maps"));
  bundleDocsPage(join(bundles, "get-docs", "page"));
  try {
    addStacks(app, bundles);
    return app.synth();
  } finally {
    rmSync(bundles, { recursive: true });
  }
};
