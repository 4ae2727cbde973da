import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { PUBLIC_RATES, THROTTLE } from "../../../lib/stacks/throttles.ts";
import { PUBLIC_PATHS } from "../../../shared/routes.ts";
import { creationOrder, type Order } from "../../support/creation-order.ts";
import { type Resources, updateSteps } from "../../support/stack-updates.ts";
import { synthesizeStage } from "../../support/synthesize-stage.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-updates-"));
afterAll(() => rmSync(directory, { recursive: true }));

const synthesize = () => creationOrder(synthesizeStage(directory, "dev").directory, "intake-dev");

/** Returns the stack as it is without a function and its public routes. */
const synthesizeWithout = (name: "get-booking-page") => {
  const paths = PUBLIC_PATHS[name];
  Reflect.deleteProperty(PUBLIC_PATHS, name);
  try {
    return synthesize();
  } finally {
    Object.assign(PUBLIC_PATHS, { [name]: paths });
  }
};

const WITH = synthesize();
const WITHOUT = synthesizeWithout("get-booking-page");
const ROUTE = "GET /book";
const OWN = PUBLIC_RATES["/book"];
const COMMON = THROTTLE.rateLimit;

type Properties = Record<string, never>;

const ofType = (resources: Resources, type: string) =>
  [...resources].flatMap(([id, properties]) => {
    const isOfType = (WITH.types.get(id) ?? WITHOUT.types.get(id)) === `AWS::${type}`;
    return isOfType ? [{ id, properties: Object(properties) as Properties }] : [];
  });

/**
 * Returns what a caller of the route gets: 404 from the function for other paths, 500 while API Gateway cannot or may not
 * invoke the route's function, or that function's answer, under a throttle.
 * @throws if API Gateway refuses a throttle of a route that does not exist
 */
const answerOf = (resources: Resources) => {
  const routes = ofType(resources, "ApiGatewayV2::Route");
  const [stage] = ofType(resources, "ApiGatewayV2::Stage");
  const throttles: Record<string, { ThrottlingRateLimit: number }> = stage?.properties.RouteSettings ?? {};
  for (const key of Object.keys(throttles))
    if (!routes.some(({ properties }) => properties.RouteKey === key))
      throw new Error(`Unable to find Route by key ${key}`);
  const route = routes.find(({ properties }) => properties.RouteKey === ROUTE);
  if (route === undefined) return 404;
  const integration = ofType(resources, "ApiGatewayV2::Integration").find(({ id }) =>
    JSON.stringify(route.properties.Target).includes(`"${id}"`),
  );
  const uri = JSON.stringify(integration?.properties.IntegrationUri);
  const isPermitted = ofType(resources, "Lambda::Permission").some(
    ({ properties }) => JSON.stringify(properties.FunctionName) === uri,
  );
  const hasFunction = ofType(resources, "Lambda::Function").some(({ id }) => uri?.includes(`"${id}"`));
  if (!isPermitted || !hasFunction) return 500;
  return throttles[ROUTE]?.ThrottlingRateLimit ?? COMMON;
};

/** Returns what a caller gets one after the other. */
const answersOf = (states: readonly Resources[]) =>
  states.map(answerOf).filter((answer, index, all) => answer !== all[index - 1]);

const ALL = [...new Set([...WITH.properties.keys(), ...WITHOUT.properties.keys()])];
const OF_ROUTES = ALL.filter((id) => !(WITH.properties.has(id) && WITHOUT.properties.has(id))).concat(
  ofType(WITH.properties, "ApiGatewayV2::Stage").map(({ id }) => id),
);

const DIRECTIONS: readonly (readonly [string, Order, Order, number[]])[] = [
  ["added", WITHOUT, WITH, [404, COMMON, OWN]],
  ["removed", WITH, WITHOUT, [OWN, COMMON, 404]],
];

it.each(DIRECTIONS)(
  "a route with a throttle is %s in steps that API Gateway accepts",
  (_, from, to, answers) => {
    for (const soonest of OF_ROUTES) {
      const { written, deleted } = updateSteps({ resources: from.properties, from, to, soonest });
      expect(answersOf([from.properties, ...written, ...deleted])).toEqual(answers);
    }
  },
);

it.each(DIRECTIONS)("a rollback takes the same way back, where a route is %s", (_, from, to, answers) => {
  for (const soonest of OF_ROUTES) {
    const { written } = updateSteps({ resources: from.properties, from, to, soonest });
    for (let count = 0; count <= written.length; count++) {
      const done = [from.properties, ...written.slice(0, count)];
      const resources = done.at(-1) ?? from.properties;
      const back = updateSteps({ resources, from: to, to: from, soonest });
      const forth = answersOf(done);
      expect(answers.slice(0, forth.length)).toEqual(forth);
      expect(answersOf([...done, ...back.written, ...back.deleted])).toEqual([
        ...forth,
        ...forth.slice(0, -1).toReversed(),
      ]);
    }
  }
});

it("the compared stacks differ in the function, what invokes it, its routes and the stage", () => {
  const types = OF_ROUTES.map((id) => WITH.types.get(id)?.replace(/^.*::/, ""));
  expect(types.toSorted()).toEqual(
    ["Function", "Integration", "Permission", "Role", "Stage"].concat(Array(4).fill("Route")).toSorted(),
  );
});
