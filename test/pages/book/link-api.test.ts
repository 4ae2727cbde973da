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
});

describe.each([
  ["the state of a link", () => api.link()],
  ["the free times", () => api.availability({ from: "", to: "" }, 30)],
  ["a booking", () => api.book("")],
  ["a move", () => api.move("", null)],
  ["a cancellation", () => api.cancel(null)],
  ["the calendar file", () => api.calendar()],
])("%s", (_, call) => {
  it.each([
    ["<html>Welcome to our hotel</html>", "text/html"],
    ["<html>Welcome to our hotel</html>", "application/json"],
    ["", "text/plain"],
    ...["{}", "null", '"ok"', "[]", '{"firm":{"name":"Doe"}}', '{"allowed":{}}'].map((json) => [
      json,
      "application/json",
    ]),
  ])(
    "is not what a network that asks for a login answers in place of the service: %s",
    async (body, type) => {
      answer(body, type);
      await expect(call()).rejects.toMatchObject({ kind: "offline", isAnswered: false });
    },
  );
});

describe("the calendar file", () => {
  it("is what the service answers", async () => {
    answer("BEGIN:VCALENDAR", "text/calendar; charset=utf-8");
    expect(await (await api.calendar()).text()).toBe("BEGIN:VCALENDAR");
  });
});
