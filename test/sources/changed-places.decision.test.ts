import { describe, expect, it } from "@jest/globals";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { decidedSource } from "../support/decided-source.ts";
import { GRACE } from "../support/ingestion.ts";

const [TEL, MOBILE, STAFF] = ["+12125550101", "+12125550102", "+12125550199"];
const { phone: _, ...NUMBERLESS } = GRACE;

const at = (place: unknown) => ({ mapping: { phone: place } });

describe("a delivery after a change of its source", () => {
  type Row = readonly [what: string, first: object, then: object, body: object];
  const CHANGED: readonly Row[] = [
    ["another path", at("tel"), at("mobile"), { mobile: MOBILE }],
    ["another path, in place of that of a value", at("tel"), at("mobile"), { tel: TEL, mobile: MOBILE }],
    ["one more path", at(["tel"]), at(["tel", "mobile"]), { mobile: MOBILE }],
    ["paths in another order", at(["tel", "mobile"]), at(["mobile", "tel"]), { tel: TEL, mobile: MOBILE }],
    ["a path in place of the usual ones", {}, at("mobile"), { mobile: MOBILE }],
    ["the usual paths in place of another", at("mobile"), {}, { phone: TEL, mobile: MOBILE }],
    ["a path in place of a constant", at({ value: TEL }), at("mobile"), { mobile: MOBILE }],
    ["a constant in place of a path", at("tel"), at({ value: MOBILE }), {}],
    ["another constant", at({ value: TEL }), at({ value: MOBILE }), {}],
    [
      "JSON that is read within a text",
      at("raw.tel"),
      { ...at("raw.tel"), json_fields: ["raw"] },
      { raw: JSON.stringify({ tel: MOBILE }) },
    ],
  ];

  /** Returns the lead's number after a delivery before the change, an edit, and one after the change. */
  const numberAfter = async ([, first, then, body]: Row, edit: Partial<Lead>) => {
    const source = await decidedSource({ source: first });
    await source.deliver({ ...NUMBERLESS, ...body });
    source.edit(edit);
    await source.configure(then);
    await source.deliver({ ...NUMBERLESS, ...body, lastName: "Murray" });
    return source.lead().phone;
  };

  it.each(CHANGED)("keeps a number of the firm: %s", async (...row) => {
    expect(await numberAfter(row, { phone: STAFF })).toBe(STAFF);
  });

  it.each(CHANGED)("fills a blank: %s", async (...row) => {
    expect([TEL, MOBILE]).toContain(await numberAfter(row, { phone: "" }));
  });

  it("keeps the sender's own older value, until the sender changes that at the new place", async () => {
    const source = await decidedSource({ source: at("tel") });
    const body = { ...NUMBERLESS, tel: TEL, mobile: MOBILE };
    await source.deliver(body);
    await source.configure(at("mobile"));
    expect((await source.deliver({ ...body, attempt: 2 })).outcome).toBe("duplicate");
    expect(source.lead().phone).toBe(TEL);
    expect((await source.deliver({ ...body, mobile: STAFF })).outcome).toBe("updated");
    expect(source.lead().phone).toBe(STAFF);
  });

  it.each<[string, object, object]>([
    ["the same path in another form", at("tel"), at(["tel"])],
    ["the same path with a fallback", at("tel"), at({ path: "tel", fallback: MOBILE })],
    ["the usual paths by their names", {}, at(["phone", "phone_number", "phoneNumber"])],
    ["another field's path", at("tel"), { mapping: { phone: "tel", email: "mail" } }],
    ["JSON elsewhere", at("tel"), { ...at("tel"), json_fields: ["raw", "te"] }],
  ])("gets what its sender changes: %s", async (_title, first, then) => {
    const source = await decidedSource({ source: first });
    await source.deliver({ ...NUMBERLESS, tel: TEL, phone: TEL });
    source.edit({ phone: STAFF });
    await source.configure(then);
    await source.deliver({ ...NUMBERLESS, tel: MOBILE, phone: MOBILE });
    expect(source.lead().phone).toBe(MOBILE);
  });

  it("keeps the names of the firm when the full name has another path", async () => {
    const source = await decidedSource({ source: { mapping: { full_name: "form" } } });
    const body = { externalId: "42", email: GRACE.email, form: "Contact us", client: "Grace Hopper" };
    await source.deliver(body);
    source.edit({ firstName: "Amazing" });
    await source.configure({ mapping: { full_name: "client" } });
    await source.deliver({ ...body, attempt: 2 });
    expect(source.lead()).toMatchObject({ firstName: "Amazing", lastName: "us" });
  });

  it("keeps a value of the firm's field", async () => {
    const source = await decidedSource({ source: { mapping: { "data.summary": "a" } } });
    await source.deliver({ ...GRACE, b: "Fell" });
    source.edit({ data: { summary: "By staff" } });
    await source.configure({ mapping: { "data.summary": "b" } });
    await source.deliver({ ...GRACE, b: "Fell", attempt: 2 });
    expect(source.lead().data.summary).toBe("By staff");
  });
});
