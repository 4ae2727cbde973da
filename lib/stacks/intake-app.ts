import { rmSync } from "node:fs";
import { join } from "node:path";
import type { App, AppProps, Stack } from "aws-cdk-lib";
import { bundleFunctions, moveSourceMaps } from "../bundling/bundle-functions.ts";
import { reserveBundles } from "../bundling/reserved-bundles.ts";
import { bundleBookingPage } from "../documents/pages/bundle-booking-page.ts";
import { bundleDeskPage } from "../documents/pages/bundle-desk-page.ts";
import { bundleDocsPage } from "../documents/pages/bundle-docs-page.ts";
import { createApp } from "./cdk-app.ts";
import { EdgeStack } from "./edge-stack.ts";
import { IntakeStack } from "./intake-stack.ts";
import { LiveStack } from "./live-stack.ts";
import { ProbeStack } from "./probe-stack.ts";
import { resolveStage } from "./resolve-stage.ts";
import type { Stage } from "./stage.ts";
import { LOCAL_STAGE, stackNameOf } from "./stage-names.ts";
import { StateStack } from "./state-stack.ts";
import { refuseUndeployable } from "./undeployable.ts";

/** Adds the stacks of a stage, with the functions in `bundles`. */
export const addStacks = (app: App, stage: Stage, bundles: string) => {
  const state = new StateStack(app, stackNameOf(stage, "state"), stage);
  const service = new IntakeStack(app, stackNameOf(stage, "service"), { stage, state, bundles });
  const live = new LiveStack(app, stackNameOf(stage, "live"), { stage, state, service });
  const stacks: Stack[] = [state, service, live];
  const { edge, probe } = stage;
  if (edge) {
    const stack = new EdgeStack(app, stackNameOf(stage, "edge"), { stage, edge, bundles });
    // CloudFront must send the secret before the API demands it.
    service.addStackDependency(stack);
    stacks.push(stack);
  }
  if (probe) {
    const stack = new ProbeStack(app, stackNameOf(stage, "probe"), { stage, probe, bundles });
    // Until everything is connected, nothing answers.
    stack.addStackDependency(live);
    stacks.push(stack);
  }
  for (const stack of stacks) refuseUndeployable(stack, stage);
};

/**
 * Synthesizes the stacks of the stages that the context `stage` lists, by default `dev`, from one bundle of each
 * function. `prepare` receives the app before it has a stack.
 */
export const synthesize = (
  props: AppProps = {},
  prepare: (app: App, stages: readonly Stage[]) => void = () => {},
) => {
  const app = createApp(props);
  const names: string = app.node.tryGetContext("stage") ?? "dev";
  const stages = names.split(",").map(resolveStage);
  prepare(app, stages);
  const isLocal = stages.some(({ name }) => name === LOCAL_STAGE);
  // The local service bundles a function in its folder at its first invocation, and again once it has changed.
  const bundles = isLocal ? reserveBundles(join(app.outdir, "functions")) : bundleFunctions();
  try {
    if (!isLocal) moveSourceMaps(bundles, join(app.outdir, "source-maps"));
    bundleDocsPage(join(bundles, "get-docs", "page"));
    bundleBookingPage(join(bundles, "get-booking-page", "page"));
    bundleDeskPage(join(bundles, "get-desk-page", "page"));
    for (const stage of stages) addStacks(app, stage, bundles);
    return app.synth();
  } finally {
    if (!isLocal) rmSync(bundles, { recursive: true });
  }
};
