import { describe, expect, it } from "@jest/globals";
import { handler as listSources } from "../../../functions/sources/list-sources.ts";
import { page } from "../../../shared/api/schema/fields.ts";
import { source } from "../../../shared/sources/source.contract.ts";
import { newFirm } from "../../support/firms.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

describe("GET /api/sources", () => {
  it("returns the firm's sources page by page, newest first", async () => {
    for (const name of ["a", "b", "c"]) await createTestSource(firm.apiKey, { key: name });
    await createTestSource((await newFirm(table)).apiKey);
    const { body } = await firm.send(listSources);
    expect(page(source()).parse(body)).toEqual(body);
    expect(body.data.map((each: { key: string }) => each.key)).toEqual(["c", "b", "a"]);
    expect((await readAllPages(listSources, { key: firm.apiKey, limit: 2 })).flat()).toEqual(body.data);
  });
});
