import url from "node:url";
import { beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import {
  type HostileRequest,
  hostileBodies,
  hostileFields,
  hostileHeaders,
} from "../support/hostile-requests.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { knownValues } from "../support/openapi/known-values.ts";
import { OPERATIONS } from "../support/openapi/published-document.ts";
import { definitionOf, type RequestWorld, requestWorld } from "../support/openapi/request-world.ts";
import { watchPatterns } from "../support/pattern-inputs.ts";
import { useTable } from "../support/test-table.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable();

/** The longest text that a field may hold. */
const CHARACTERS = LIMITS.dataTextCharacters;

describe.each(OPERATIONS)("$name", (operation) => {
  const { name } = operation;
  let world: RequestWorld;
  let key: string;
  let params: Record<string, string>;
  let patterns: ReturnType<typeof watchPatterns>;
  beforeAll(async () => {
    world = await requestWorld(table);
    key = await world.keyFor(definitionOf(name));
    params = await world.newParams(name);
  });
  beforeEach(() => {
    captureQueue();
    patterns = watchPatterns();
    jest.spyOn(url, "domainToASCII");
  });

  /** Each is answered as any request, and nothing is given a longer text than a field may hold. */
  const expectOrdinary = async (requests: readonly HostileRequest[]) => {
    const wrong: unknown[] = [];
    for (const { label, request } of requests) {
      patterns.givenMoreThan(0);
      const { status, body } = await world.send(name, { key, params, ...request });
      const given = patterns.givenMoreThan(CHARACTERS);
      if (status >= 500 || given.length > 0)
        wrong.push({ label, status, error: body?.error?.message, given });
    }
    expect(wrong).toEqual([]);
    const domains = jest.mocked(url.domainToASCII).mock.calls.map(([domain]) => domain.length);
    expect(Math.max(0, ...domains)).toBeLessThanOrEqual(LIMITS.emailCharacters);
  };

  it("answers a hostile value of each kind in each field and parameter", async () => {
    await expectOrdinary(hostileFields(operation, knownValues(name, world)));
  });

  it("answers a hostile value of each kind in each header", async () => {
    await expectOrdinary(hostileHeaders(world.requestOf(definitionOf(name))));
  });

  it("answers a hostile body of each kind", async () => {
    const valid = world.requestOf(definitionOf(name));
    await expectOrdinary(hostileBodies().map(([label, body]) => ({ label, request: { ...valid, body } })));
  });

  it("answers a hostile id of each kind in its path", async () => {
    const texts = hostileTexts(8 * 1024);
    const requests = Object.keys(params).flatMap((id) =>
      texts.map(([kind, text]) => ({
        label: `${id}: ${kind}`,
        request: { params: { ...params, [id]: text } },
      })),
    );
    await expectOrdinary(requests);
  });

  it("decodes no body that is too large", async () => {
    const parse = jest.spyOn(JSON, "parse");
    for (const bytes of [LIMITS.bodyBytes + 1, 4 * LIMITS.bodyBytes])
      for (const [kind, text] of hostileTexts(bytes - 20)) {
        const body = JSON.stringify({ email: text }).padEnd(bytes);
        const { status } = await world.send(name, { key, params, body });
        expect([kind, status]).toEqual([kind, 413]);
      }
    expect(parse.mock.calls.filter(([text]) => text.length > LIMITS.bodyBytes)).toEqual([]);
  });
});
