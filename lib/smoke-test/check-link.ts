import type { IntakeClient } from "../../client/src/index.ts";

type Link = {
  readonly leadId: string;
  readonly type: string;
  /** A start that is free. */
  readonly start: string;
  /** The client of the API with another key. */
  readonly clientOf: (key: string) => IntakeClient;
};

/**
 * Books and cancels by a link, as a client of the firm does.
 * @throws when the link's address leads to no page, or the link does anything else
 */
export const checkLink = async (
  intake: IntakeClient,
  { leadId, type, start, clientOf }: Link,
): Promise<void> => {
  const { url } = await intake.createLink({ path: { id: leadId }, body: { type } });
  const [address = "", key = ""] = url.split("#");
  const page = await fetch(address);
  await page.arrayBuffer();
  if (page.status !== 200) throw new Error(`The page of links is answered ${page.status}.`);
  const client = clientOf(key);
  await client.bookByLink({ body: { start_at: start } });
  const { consultation } = await client.getLink();
  if (consultation?.start_at !== start) throw new Error("A link does not show what it has booked.");
  await client.updateByLink({ body: { status: "canceled" } });
};
