// First of all, the token leaves the address.
import "./sent-token.ts";
import type { Me } from "../../client/src/generated.ts";
import { createIntakeClient, IntakeApiError } from "../../client/src/index.ts";
import { button, element, paragraph, show } from "./screen.ts";
import { sentToken } from "./sent-token.ts";

const baseUrl = location.origin;
const desk = createIntakeClient({ baseUrl, session: true });

const personOf = ({ firm, member }: Me): string => `${member?.name ?? "Somebody"} (${firm.name})`;

/** Returns whether the token or the session is none, has ended, or is of a firm that is disabled. */
const isRefused = (error: unknown) =>
  error instanceof IntakeApiError && (error.status === 401 || error.status === 403);

/** Returns who is signed in in this browser; null for nobody. */
const whoIsHere = (): Promise<Me | null> =>
  desk.getMe().catch((error: unknown) => {
    if (isRefused(error)) return null;
    throw error;
  });

/** Says that nothing is known, and offers to try again. */
const showFailure = (retry: () => Promise<void>) => {
  show(
    "The service did not answer",
    paragraph("Check the connection, then try again."),
    button("Try again", () => retry().catch(() => showFailure(retry))),
  );
};

/** Runs what a button does. What it shows stays unless the service does not answer. */
const act = (label: string, run: () => Promise<void>) =>
  button(label, () => run().catch(() => showFailure(run)));

const showHere = (me: Me) =>
  show(
    "Signed in",
    paragraph(`${personOf(me)} is signed in.`),
    act("Sign out", async () => {
      await desk.deleteSession();
      showNobody();
    }),
  );

const showNobody = () =>
  show("Not signed in", paragraph("Open the sign-in link that your office gave you to sign in."));

const showEnded = () =>
  show(
    "This link does not work any more",
    paragraph("It was used, replaced or is older than seven days. Ask your office for a new one."),
  );

/** Asks first: a program that only opens the link, such as a scanner of mail, uses nothing up. */
const askToSignIn = (token: string, here: Me | null) => {
  const keep = element("input", { type: "checkbox" });
  const signIn = async () => {
    const client = createIntakeClient({ baseUrl, apiKey: token });
    try {
      showHere(await client.createSession({ body: { keep: keep.checked } }));
    } catch (error) {
      if (!isRefused(error)) throw error;
      showEnded();
    }
  };
  show(
    "Sign in on this computer?",
    here !== null && paragraph(`${personOf(here)} is signed in here. Signing in ends that.`),
    paragraph(
      "The link works once. Whoever uses this computer afterwards can do what you can, until you sign out.",
    ),
    element("label", {}, keep, " Stay signed in: only on a computer that nobody else uses"),
    act("Sign in", signIn),
  );
};

const open = async (): Promise<void> => {
  const here = await whoIsHere();
  if (sentToken !== null) askToSignIn(sentToken, here);
  else if (here) showHere(here);
  else showNobody();
};

// Another link in the same tab, or the page from the browser's cache.
addEventListener("hashchange", () => location.reload());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

open().catch(() => showFailure(open));
