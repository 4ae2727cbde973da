import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, type AppProps } from "aws-cdk-lib";

const CDK_JSON = join(import.meta.dirname, "../../cdk.json");

/** Returns the context of `cdk.json`, feature flags included, which only the CDK CLI reads itself. */
const readContext = (): Record<string, unknown> => JSON.parse(readFileSync(CDK_JSON, "utf8")).context;

/** Creates an app whose templates are the same in the CDK CLI, the local service and a test. */
export const createApp = (props: AppProps = {}) =>
  new App({ analyticsReporting: false, ...props, context: { ...readContext(), ...props.context } });
