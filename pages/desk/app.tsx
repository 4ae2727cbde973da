import { signal } from "@preact/signals";
import { type ComponentType, render } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { fill } from "../shared/fill.ts";
import { followAddress, href, replaceAddress, route, type ViewName } from "./address.ts";
import { clockTime, zoneNote } from "./dates.ts";
import { forgetDirectory, needFirm } from "./directory.ts";
import { every, followEvents, freshAt, isOld, isOnline, keepTime, now, retrying } from "./fresh.ts";
import { countRejected, followRejected, rejectedCount } from "./inbox/badge.ts";
import { View as Leads } from "./leads/view.tsx";
import { isBroken, loadOthers, others } from "./load-others.ts";
import { Button, Notice, NotLoaded } from "./parts.tsx";
import {
  can,
  dropped,
  isSilent,
  lookAgain,
  me,
  nameOf,
  person,
  phase,
  type Scope,
  signOut,
  waitsUntil,
} from "./session.ts";
import { SignIn } from "./sign-in.tsx";
import { t } from "./texts.ts";
import { sentToken, takeToken } from "./token.ts";
import { secondsText } from "./words.ts";

type View = {
  readonly scopes: readonly Scope[];
  /** What draws it; undefined until its script is there. */
  readonly component: () => ComponentType | undefined;
};

/** The views, with the scopes that each needs. */
const VIEWS: Readonly<Record<ViewName, View>> = {
  inbox: { scopes: ["settings:read"], component: () => others.value?.Inbox },
  leads: { scopes: ["leads:read", "settings:read"], component: () => Leads },
  week: { scopes: ["consultations:read"], component: () => others.value?.Week },
  todo: { scopes: ["leads:read"], component: () => others.value?.ToDo },
  setup: { scopes: ["settings:read"], component: () => others.value?.Setup },
};

const NAMES = Object.keys(VIEWS) as ViewName[];

const allowedViews = () => NAMES.filter((name) => VIEWS[name].scopes.every(can));

const token = signal(sentToken);
/** True when the end of the log is known, after which everything that is read is kept fresh. */
const isReady = signal(false);

const TEN_MINUTES = 600_000;

/** Starts what runs while somebody is signed in. @returns a function that ends it */
const start = () => {
  let stops: (() => void)[] = [];
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    for (const each of stops) each();
    isReady.value = false;
  };
  const begin = async () => {
    const [follow] = await Promise.all([followEvents(), needFirm()]);
    stops = [follow, followRejected(), every(TEN_MINUTES, countRejected)];
    if (isStopped) stop();
    else isReady.value = true;
  };
  stops = [retrying(begin)];
  return stop;
};

const Badge = () => {
  const count = rejectedCount.value;
  if (!count) return null;
  return (
    <span class="badge" role="img" aria-label={fill(t().frame.rejected, { count })}>
      {count}
    </span>
  );
};

const Navigation = ({ shown }: { readonly shown: ViewName | undefined }) => (
  <nav aria-label={t().frame.views}>
    {allowedViews().map((name) => (
      <a key={name} href={href(name)} class={`to-${name}`} aria-current={name === shown ? "page" : undefined}>
        {t().frame[name]}
        {name === "inbox" && <Badge />}
      </a>
    ))}
  </nav>
);

/** Says how old everything is, and why, where it is not as of now. */
const Freshness = () => {
  const texts = t().frame;
  const time = clockTime(new Date(freshAt.value).toISOString());
  const wait = waitsUntil.value - now.value;
  if (!isOnline.value) return <Notice kind="warn">{fill(texts.offline, { time })}</Notice>;
  if (isSilent.value) return <Notice kind="warn">{fill(texts.silent, { time })}</Notice>;
  if (wait > 0) return <Notice kind="accent">{fill(texts.waits, { seconds: secondsText(wait) })}</Notice>;
  return isOld.value ? <p class="as-of">{fill(texts.asOf, { time })}</p> : null;
};

const Content = ({ shown }: { readonly shown: ViewName | undefined }) => {
  const texts = t().frame;
  useEffect(() => {
    if (shown && shown !== "leads") loadOthers();
  }, [shown]);
  if (shown === undefined) return <Notice kind="accent">{texts.nothing}</Notice>;
  const View = VIEWS[shown].component();
  if (View && isReady.value) return <View />;
  return !View && isBroken.value ? <NotLoaded /> : <p class="meta">{texts.loading}</p>;
};

const Frame = () => {
  const views = allowedViews();
  const { view } = route.value;
  const shown = views.find((name) => name === view) ?? views[0];
  useEffect(start, []);
  // Before the browser paints, so that a heading is never seen under another view's title.
  useLayoutEffect(() => {
    if (shown && shown !== view) replaceAddress(shown);
    if (shown) document.title = `${t().frame[shown]} – ${me.value?.firm.name}`;
  }, [shown, view]);
  const here = me.value;
  // The week names the attorney's.
  const zone = shown === "week" ? null : zoneNote();
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        {t().frame.skip}
      </button>
      <header class="top">
        <p class="firm">{here?.firm.name}</p>
        <Navigation shown={shown} />
        <p class="who">
          <span>{here && nameOf(here)}</span>
          <Button kind="quiet" onClick={() => signOut().catch(() => (isSilent.value = true))}>
            {t().frame.signOut}
          </Button>
        </p>
      </header>
      <div class="freshness">
        {dropped.value && <Dropped before={dropped.value} />}
        <Freshness />
        {zone && <p class="as-of">{fill(t().frame.zone, { zone })}</p>}
      </div>
      <main id="content" tabIndex={-1} class={`view ${shown}`}>
        <Content shown={shown} />
      </main>
    </>
  );
};

const skip = () => {
  document.getElementById("content")?.focus();
};

const Dropped = ({ before }: { readonly before: string }) => (
  <Notice kind="warn">{fill(t().signIn.dropped, { before, name: me.value ? nameOf(me.value) : "" })}</Notice>
);

/** The sign-in stands alone, or over the page, which nobody can read or reach behind it. */
const App = () => {
  const isHere = me.value !== null;
  const asksToSignIn = token.value !== null || phase.value === "signedOut" || phase.value === "ended";
  return (
    <>
      {isHere && (
        <div key={person.value} class="desk" hidden={asksToSignIn}>
          <Frame />
        </div>
      )}
      {asksToSignIn && (
        <main class="sign-in">
          <SignIn token={token.value} onDone={() => (token.value = null)} />
        </main>
      )}
      {!isHere && phase.value === "starting" && !asksToSignIn && (
        <p class="meta starting">{t().frame.loading}</p>
      )}
    </>
  );
};

/** Takes the token of a link that is opened in this tab. */
const takeSignIn = (): boolean => {
  const sent = takeToken();
  if (sent !== null) token.value = sent;
  return sent !== null;
};

/** Asks who is here, and for what the address names, before the texts are there. */
export const beginDesk = (): void => {
  keepTime();
  followAddress(takeSignIn);
  person.subscribe(() => forgetDirectory());
  if (token.peek() === null) look();
  document.addEventListener("visibilitychange", lookWhenShown);
  const { view, parts } = route.peek();
  if (view !== "leads" || parts.length > 0) loadOthers();
};

/** Draws the page, with the texts. */
export const drawDesk = (root: HTMLElement): void => {
  root.replaceChildren();
  root.removeAttribute("aria-busy");
  render(<App />, root);
};

/** Another member may have signed in in another tab, whose cookie this one has too. */
const lookWhenShown = () => {
  if (document.visibilityState === "visible" && phase.peek() === "signedIn") lookAgain().catch(() => {});
};

const look = () =>
  retrying(() =>
    lookAgain().catch((error) => {
      isSilent.value = true;
      throw error;
    }),
  );
