import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App, type AppProps } from "aws-cdk-lib";

const CDK_JSON = join(import.meta.dirname, "../../cdk.json");

/** Feature flags and all else in the context of `cdk.json`, which only the CDK CLI reads itself. */
const readContext = (): Record<string, unknown> => JSON.parse(readFileSync(CDK_JSON, "utf8")).context;

/** An app whose templates are the same whether the CDK CLI, the local service or a test synthesizes it. */
export const createApp = (props: AppProps = {}) =>
  new App({ analyticsReporting: false, ...props, context: { ...readContext(), ...props.context } });
