import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { newFirm } from "../../support/firms.ts";
import { putLead } from "../../support/leads.ts";
import { linkCalls, SELF_SERVICE } from "../../support/links.ts";
import { runForJson } from "../../support/operator.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, updateFirm } = useBookingFixture(table, beforeEach);
const { newLink, list } = linkCalls(() => fixture);
beforeEach(() => updateFirm(SELF_SERVICE));

const listed = (...options: string[]) => runForJson(table, "link list", fixture.firmId, ...options);
const linkIds = async () => (await list()).body.data.map(({ id }: { id: string }) => id);

describe("link list", () => {
  it("lists the links of a firm, or of one lead, without their keys", async () => {
    const own = await newLink();
    const other = await newLink(undefined, (await putLead(table, fixture.firmId)).id);
    const rows = await listed();
    expect(rows.map(({ link_id }: { link_id: string }) => link_id).sort()).toEqual([own.id, other.id].sort());
    expect(await listed("--lead", fixture.leadId)).toEqual([
      expect.objectContaining({ link_id: own.id, lead_id: fixture.leadId, type: "meeting" }),
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/itl_|[0-9a-f]{64}/);
  });

  it("refuses an invalid id of a lead, and accepts a valid one in any case", async () => {
    await expect(listed("--lead", fixture.leadId.slice(1))).rejects.toThrow("must be the id of a lead");
    await newLink();
    expect(await listed("--lead", fixture.leadId.toUpperCase())).not.toEqual([]);
  });
});

describe("link revoke", () => {
  it("deletes a link only when the firm is confirmed", async () => {
    const { id } = await newLink();
    const revoke = (...options: string[]) => runForJson(table, "link revoke", fixture.firmId, id, ...options);
    const error = jest.spyOn(console, "error").mockImplementation(() => {});
    expect(await revoke()).toMatchObject({ revoked: false, link_id: id });
    expect(error.mock.calls).toEqual([[`Nothing was changed: add --confirm ${fixture.firmId} to do it.`]]);
    error.mockClear();
    expect(await linkIds()).toContain(id);
    expect(await revoke("--confirm", fixture.firmId)).toMatchObject({ revoked: true, link_id: id });
    expect(error).not.toHaveBeenCalled();
    expect(await linkIds()).not.toContain(id);
    await expect(revoke("--confirm", fixture.firmId)).rejects.toThrow("No such key.");
  });

  it("does not find another firm's link, and accepts no key as an id", async () => {
    const { id } = await newLink();
    const other = await newFirm(table);
    await expect(runForJson(table, "link revoke", other.firmId, id)).rejects.toThrow("No such key.");
    const [key] = await runForJson(table, "key list", fixture.firmId);
    await expect(runForJson(table, "link revoke", fixture.firmId, key.key_id)).rejects.toThrow("key revoke");
  });
});

it("finds a leaked link by the end of its key, and deletes it like a key", async () => {
  const { id, token } = await newLink();
  const [found] = await runForJson(table, "key find", token.slice(-4), "--firm", fixture.firmId);
  expect(found).toMatchObject({ key_id: id, kind: "link" });
  await runForJson(table, "key revoke", fixture.firmId, id, "--confirm", fixture.firmId);
  expect(await linkIds()).not.toContain(id);
});
