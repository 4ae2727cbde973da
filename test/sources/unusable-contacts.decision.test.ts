import { describe, expect, it } from "@jest/globals";
import { decidedSource } from "../support/decided-source.ts";
import { type EncodedBody, urlencodedBody } from "../support/form-bodies.ts";
import { GRACE } from "../support/ingestion.ts";

const PHONE = { stored: "+12125550123", other: "212 555 0199", otherStored: "+12125550199" };
const OMITTED = [{ field: "email", message: "must be an email address" }];

/** What people and programs write instead of an address. */
const NO_ADDRESSES =
  "N/A|none|no email|-|null|joe@gmail|joe at example.com|joe@example|@example.com|a@example.com, b@example.com|" +
  "a@example.com b@example.com|joe@exa mple.com|joe@example..com|212 555 0123|joe@gmail,com|test@";

const TWO = ["a@example.com", "b@example.com"];

describe("a bad address beside a good number", () => {
  it.each([...NO_ADDRESSES.split("|"), TWO, { value: "joe@example.com" }, true])(
    "makes a lead without it, and the delivery and its preview say so: %j",
    async (email) => {
      const { preview, deliver, lead, stored } = await decidedSource();
      const foretold = await preview({ payload: { ...GRACE, email } });
      const omitted = [{ field: "email", message: expect.any(String) }];
      expect(foretold).toMatchObject({ outcome: "created", lead: { email: "" }, violations: [], omitted });
      const delivery = await deliver({ ...GRACE, email });
      expect(stored(delivery)).toMatchObject({ outcome: "created", error: null, omitted: foretold.omitted });
      expect(lead()).toMatchObject({ email: "", phone: PHONE.stored });
    },
  );

  it("loses neither the new number of an existing lead, nor its old address", async () => {
    const { preview, deliver, lead, stored } = await decidedSource();
    await deliver();
    const payload = { ...GRACE, email: "N/A", phone: PHONE.other };
    expect(await preview({ payload })).toMatchObject({ outcome: "updated", omitted: OMITTED });
    const delivery = await deliver(payload);
    expect(stored(delivery)).toMatchObject({ outcome: "updated", omitted: OMITTED });
    expect(lead()).toMatchObject({ email: GRACE.email, phone: PHONE.otherStored });
  });
});

describe("after a delivery with a bad address", () => {
  const BAD = { ...GRACE, email: "joe@gmail" };
  const GOOD = { ...GRACE, email: "joe@gmail.com" };

  const BY_STAFF = "by@staff.com";

  it.each<[string, object, string, string]>([
    ["the same again is a duplicate", BAD, "duplicate", BY_STAFF],
    ["another attempt is a duplicate", { ...BAD, attempt: 2 }, "duplicate", BY_STAFF],
    ["another bad one changes nothing", { ...GRACE, email: "none" }, "duplicate", BY_STAFF],
    ["another value keeps what the firm entered", { ...BAD, lastName: "Murray" }, "updated", BY_STAFF],
    ["a correction takes precedence", GOOD, "updated", GOOD.email],
  ])("%s", async (_title, next, expected, email) => {
    const { deliver, edit, lead } = await decidedSource();
    await deliver(BAD);
    edit({ email: BY_STAFF });
    expect((await deliver(next)).outcome).toBe(expected);
    expect(lead().email).toBe(email);
  });

  it("a bad one is what was sent last: the good one from before it is a change again", async () => {
    const { deliver, edit, lead } = await decidedSource();
    await deliver();
    await deliver(BAD);
    edit({ email: "" });
    expect((await deliver({ ...GRACE, lastName: "Murray" })).outcome).toBe("updated");
    expect(lead().email).toBe(GRACE.email);
  });
});

describe("nine spellings", () => {
  const SPELLINGS = [
    ...[
      "(212) 555-0123",
      "+1 212-555-0123 (cell)",
      "p:+12125550123",
      "Cell: 212.555.0123",
      "tel:+1-212-555-0123",
    ],
    ...["'2125550123", "2125550123.0", "“212 555 0123”,", "whatsapp:+12125550123"],
  ];

  it("of a number are stored as one, and are compared as they were sent", async () => {
    const { deliver, edit, lead } = await decidedSource();
    for (const phone of SPELLINGS) {
      await deliver({ ...GRACE, phone });
      expect([phone, lead().phone]).toEqual([phone, PHONE.stored]);
    }
    edit({ phone: "by staff" });
    await deliver({ ...GRACE, phone: SPELLINGS.at(-1), lastName: "Murray" });
    expect(lead()).toMatchObject({ lastName: "Murray", phone: "by staff" });
  });

  it.each(["Cell:+1+212+555+0123", "p:+12125550123"])("of a form may have lost a plus: %s", async (phone) => {
    const { deliver, lead } = await decidedSource({ settings: { defaultCountry: "DE" } });
    const { bytes, contentType } = urlencodedBody({ ...GRACE, phone: "" });
    const body: EncodedBody = {
      bytes: Buffer.from(`${bytes}`.replace("phone=", `phone=${phone}`)),
      contentType,
    };
    await deliver(body);
    expect(lead().phone).toBe(PHONE.stored);
  });
});
