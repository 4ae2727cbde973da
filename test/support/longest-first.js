import { createRequire } from "node:module";

/** @type {typeof import("@jest/test-sequencer")} */
const { default: Sequencer } = createRequire(import.meta.url)("@jest/test-sequencer");

/** The suites that take minutes, the longest first. */
const LONGEST = [
  "test/add-noun.slow.test.ts",
  "test/openapi/generated-requests.slow.test.ts",
  "test/e2e/docs-page-menu.test.ts",
  "test/functions/every-endpoint.slow.test.ts",
  "test/e2e/docs-page.test.ts",
  "test/integration/write-faults.test.ts",
];

/** @type {(test: import("@jest/test-result").Test) => number} */
const placeOf = ({ path }) => {
  const place = LONGEST.findIndex((file) => path.endsWith(file));
  return place < 0 ? LONGEST.length : place;
};

/**
 * Begins with the longest suites, so that no worker waits for one of them at the end. Jest itself knows only its own
 * measurements on this machine, and begins with the largest files until then.
 */
export default class extends Sequencer {
  /**
   * @override
   * @param {import("@jest/test-result").Test[]} tests
   */
  async sort(tests) {
    return (await super.sort(tests)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
