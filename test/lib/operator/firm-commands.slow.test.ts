import { describe, expect, it } from "@jest/globals";
import { v4 } from "uuid";
import { handler as getMember } from "../../../functions/members/get-member.ts";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { tokenOf } from "../../support/links.ts";
import { runCommand, runForJson } from "../../support/operator.ts";
import { useToken } from "../../support/sessions.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable({ forEach: true });

describe("firm commands", () => {
  it("list firms by name, with the time at which they were disabled", async () => {
    const created = await runForJson(
      table,
      "firm create",
      ...["--name", "Aardvark Law", "--time-zone", "Europe/Berlin", "--country", "de"],
    );
    const { firmId } = await newFirm(table);
    await runCommand(table, "firm disable", firmId);
    expect(await runForJson(table, "firm list")).toEqual([
      { firm_id: created.firm_id, name: "Aardvark Law", time_zone: "Europe/Berlin", disabled_at: null },
      {
        firm_id: firmId,
        name: "Test Law",
        time_zone: "America/New_York",
        disabled_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    const [header, ...rows] = await runCommand(table, "firm list");
    expect(header).toMatch(/^firm_id +name +time_zone +disabled_at$/);
    expect(rows).toHaveLength(2);
  });

  it("create the first member, whose link signs in", async () => {
    const create = (...options: string[]) =>
      runForJson(table, "firm create", "--name", "Zebra Law", "--time-zone", "Europe/Berlin", ...options);
    const address = ["--url", "https://intake.example.com"];
    const manager = ["--manager-name", "Dana", "--manager-email", " Dana@example.com"];
    const { firm_id, api_key, member_id, sign_in_url } = await create(...manager, ...address);
    expect(sign_in_url).toMatch(/^https:\/\/intake\.example\.com\/desk#iti_\w+$/);
    const { body } = await useToken(tokenOf(sign_in_url));
    expect(body).toMatchObject({
      firm: { id: firm_id },
      member: { id: member_id, name: "Dana", access: "manage" },
    });
    expect((await call(getMember, { key: api_key, params: { id: member_id } })).body.email).toBe(
      "dana@example.com",
    );
    await expect(create(...manager)).rejects.toThrow("by --url");
    await expect(create("--manager-name", "Dana", ...address)).rejects.toThrow("--manager-email");
  });

  it("find firms by a part of their name, in any case", async () => {
    const names = ["Doe & Partners", "Müller Recht"];
    for (const name of names)
      await runForJson(table, "firm create", "--name", name, "--time-zone", "Europe/Berlin");
    const found = async (text: string) =>
      (await runForJson(table, "firm find", text)).map(({ name }: { name: string }) => name);
    expect(await found("doe &")).toEqual([names[0]]);
    for (const text of ["MU\u0308LLER", "muller"]) expect(await found(text)).toEqual([names[1]]);
    expect(await found("Schmidt")).toEqual([]);
  });

  it("show a firm with the numbers of its documents", async () => {
    const { firmId, apiKey } = await newFirm(table);
    await createTestSource(apiKey);
    await storeWebhook(table, firmId);
    await call(updateFirm, { key: apiKey, body: { contact_phone: "(212) 555-0100" } });
    const shown = await runForJson(table, "firm show", firmId.toUpperCase());
    expect(shown).toMatchObject({
      firm_id: firmId,
      name: "Test Law",
      contact_phone: "+12125550100",
      disabled_at: null,
      booking_rules: { min_notice_min: null, max_advance_days: null, buffer_min: null, max_per_day: null },
      keys: 1,
      members: 1,
      sources: 1,
      webhooks: 1,
    });
  });

  it("limit a firm's requests across its keys, and remove the limit", async () => {
    const { firmId } = await newFirm(table);
    const limit = (text: string) => {
      return runForJson(table, "firm limit", firmId, "--requests-per-minute", text);
    };
    const shown = async () => (await runForJson(table, "firm show", firmId)).requests_per_minute;
    expect(await limit("6000")).toEqual({ firm_id: firmId, requests_per_minute: 6_000, keys: 1 });
    expect(await shown()).toBe(6_000);
    for (const text of ["0", "1.5", "1e3", "0x10", "600001", "many", ""])
      await expect(limit(text)).rejects.toThrow("none");
    expect(await shown()).toBe(6_000);
    await limit("none");
    expect(await shown()).toBeNull();
  });

  it("disable and enable a firm, and may be repeated", async () => {
    const { firmId } = await newFirm(table);
    const disabledAt = async () => (await runForJson(table, "firm show", firmId)).disabled_at;
    const result = await runForJson(table, "firm disable", firmId);
    expect(result).toEqual({ firm_id: firmId, state: "disabled", keys: 1 });
    const first = await disabledAt();
    await runForJson(table, "firm disable", firmId);
    expect(await disabledAt()).toBe(first);
    for (let n = 0; n < 2; n++) await runForJson(table, "firm enable", firmId);
    expect(await disabledAt()).toBeNull();
  });

  it("fail for a firm that does not exist", async () => {
    for (const command of ["firm show", "firm disable", "firm enable"])
      await expect(runForJson(table, command, v4())).rejects.toThrow("No such firm.");
  });
});
