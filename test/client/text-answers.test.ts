import { describe, expect, it } from "@jest/globals";
import { IntakeApiError, IntakeResponseError } from "../../client/src/errors.ts";
import { useReceivers } from "../support/webhook-receivers.ts";
import { failure, html, scriptedService } from "./scripted-service.ts";

useReceivers();

type Step = Parameters<typeof scriptedService>[0][number];

const FILE = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";

const sendFile: Step = (response) =>
  response.writeHead(200, { "content-type": "text/calendar; charset=utf-8" }).end(FILE);

const getFile = async (step: Step) => {
  const { client, received } = await scriptedService([step], { maxRetries: 0 });
  const answer = client.getCalendarFile({ path: { id: "1" } });
  return { answer, received };
};

describe("an operation that answers with a text", () => {
  it("asks for it, and returns it", async () => {
    const { answer, received } = await getFile(sendFile);
    expect(await answer).toBe(FILE);
    expect(received[0]?.headers.accept).toBe("text/calendar");
  });

  it("fails with the errors of every operation", async () => {
    const { answer } = await getFile(failure(404, "not_found"));
    await expect(answer).rejects.toBeInstanceOf(IntakeApiError);
  });

  it("returns undefined when the caller has the current text", async () => {
    const unchanged: Step = (response) => response.writeHead(304, { etag: 'W/"1"' }).end();
    const { client, received } = await scriptedService([unchanged]);
    expect(await client.getCalendarFeed({ headers: { "If-None-Match": 'W/"1"' } })).toBeUndefined();
    expect(received[0]?.headers["if-none-match"]).toBe('W/"1"');
  });

  it("rejects a proxy's page instead of the text", async () => {
    const { answer } = await getFile(html(200));
    await expect(answer).rejects.toBeInstanceOf(IntakeResponseError);
  });
});
