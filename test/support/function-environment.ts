import { randomUUID } from "node:crypto";
import { databaseEndpoint, hasDatabase } from "./suite-resources.ts";

if (Intl.DateTimeFormat().resolvedOptions().timeZone !== "Pacific/Auckland")
  throw new Error("The time zone of jest.config.js is not set in the tests.");

// Jest loads the functions once per test file, so each file gets a separate table name.
Object.assign(process.env, {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
  AWS_ENDPOINT_URL_DYNAMODB: hasDatabase() ? databaseEndpoint() : "http://no-database-for-unit-tests.invalid",
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
  TABLE_NAME: `test-${randomUUID()}`,
  EVENT_BUS_NAME: "test-bus",
  DEAD_LETTER_QUEUE_URL: "http://127.0.0.1:9/000000000000/dead-letters",
  DELIVERY_QUEUE_URL: "http://127.0.0.1:9/000000000000/deliveries",
  FEED_QUEUE_URL: "http://127.0.0.1:9/000000000000/feeds",
});
