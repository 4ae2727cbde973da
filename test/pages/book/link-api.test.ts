import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { linkApi } from "../../../pages/book/link-api.ts";

const api = linkApi("itl_token");

const answer = (body: string, contentType: string) =>
  jest
    .spyOn(globalThis, "fetch")
    .mockResolvedValue(new Response(body, { headers: { "content-type": contentType } }));

afterEach(() => {
  jest.restoreAllMocks();
});

describe("the state of a link", () => {
  it("is what the service answers", async () => {
    const state = { firm: { name: "Doe" }, allowed: { book: true } };
    answer(JSON.stringify(state), "application/json");
    expect(await api.link()).toEqual(state);
  });

  it.each(["{}", "null", '"ok"', "[]", '{"firm":{"name":"Doe"}}', '{"allowed":{}}'])(
    "is no other JSON that a network answers in place of the service: %s",
    async (body) => {
      answer(body, "application/json");
      await expect(api.link()).rejects.toMatchObject({ kind: "fault", isAnswered: false });
    },
  );
});

describe("the calendar file", () => {
  it("is what the service answers", async () => {
    answer("BEGIN:VCALENDAR", "text/calendar; charset=utf-8");
    expect(await (await api.calendar()).text()).toBe("BEGIN:VCALENDAR");
  });

  it("is no page that a network answers in place of the service", async () => {
    answer("<html>login</html>", "text/html");
    await expect(api.calendar()).rejects.toMatchObject({ kind: "fault" });
  });
});
