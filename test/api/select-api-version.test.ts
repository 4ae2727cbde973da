import { beforeAll, describe, expect, it } from "@jest/globals";
import { LATEST_API_VERSION } from "../../shared/api/api-version.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { everyEndpoint } from "../support/every-endpoint.ts";
import { useTable } from "../support/test-table.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable();
let api: Awaited<ReturnType<typeof everyEndpoint>>;
beforeAll(async () => {
  api = await everyEndpoint(table);
});

const UNKNOWN = { "intake-version": "2020-01-01" };

describe("Intake-Version", () => {
  it.each(ENDPOINTS.map((definition) => ({ name: definition.name, definition })))(
    "of $name is validated with the body, after the record and before any change",
    async ({ definition }) => {
      const queue = captureQueue();
      const params = await api.paramsOf(definition);
      const request = { ...api.requestOf(definition), params };
      const refused = await api.send(definition, { ...request, headers: UNKNOWN });
      expect([refused.status, refused.body.error?.details]).toEqual([
        422,
        [{ field: "Intake-Version", message: `must be one of: ${LATEST_API_VERSION}` }],
      ]);
      expect(queue.sent).toEqual([]);

      if (Object.keys(params).length > 0) {
        const absent = await api.send(definition, {
          ...request,
          params: api.unknownParams,
          headers: UNKNOWN,
        });
        expect([absent.status, absent.body.error?.code]).toEqual([404, "not_found"]);
      }

      const accepted = await api.send(definition, {
        ...request,
        headers: { "intake-version": LATEST_API_VERSION },
      });
      expect(accepted.status).toBe(definition.response.status);
    },
  );
});
