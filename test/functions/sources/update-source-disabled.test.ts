import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as rotateKey } from "../../../functions/sources/rotate-source-key.ts";
import { apiKeyRecordKey, sha256 } from "../../../shared/table/record-keys.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { deliver, outcomeOf } from "../../support/ingestion.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const LEASE_MILLISECONDS = 10_000;
const HOUR = 3_600_000;

const firm = useFirm(table);
const source = useSource(firm);
const rotate = (body?: unknown, headers?: Record<string, string>) =>
  firm.send(rotateKey, { params: { id: source.id }, body, headers });
const rotatedSecret = async (body?: unknown): Promise<string> => (await rotate(body)).body.ingestion_key;
const patch = (body: unknown) => source.update(body);

describe("a disabled source", () => {
  it("rejects its old and new keys within ten seconds, and accepts them again once enabled", async () => {
    const second = await rotatedSecret();
    expect([await outcomeOf(source.secret), await outcomeOf(second)]).toEqual([201, 200]);
    await patch({ enabled: false });
    advanceDate(LEASE_MILLISECONDS);
    for (const secret of [source.secret, second]) {
      const response = await deliver(secret);
      expect([response.status, response.body.error?.code]).toEqual([403, "key_disabled"]);
    }
    const third = await rotatedSecret();
    expect(await outcomeOf(third)).toBe("key_disabled");
    await patch({ enabled: true });
    advanceDate(LEASE_MILLISECONDS);
    expect([await outcomeOf(second), await outcomeOf(third)]).toEqual([200, 200]);
  });

  it("can be disabled after its previous key has expired and is deleted", async () => {
    await rotate({ old_key_valid_hours: 1 });
    await table.client.send(
      new DeleteCommand({ TableName: table.name, Key: apiKeyRecordKey(sha256(source.secret)) }),
    );
    advanceDate(2 * HOUR);
    expect((await patch({ enabled: false })).status).toBe(200);
  });
});
