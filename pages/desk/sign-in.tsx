import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Me } from "../../client/src/index.ts";
import { fill } from "../shared/fill.ts";
import { Field, typing } from "./controls.tsx";
import { Button, Notice } from "./parts.tsx";
import { enter, lookAgain, me, nameOf, phase, useKey, useToken, whoIsHere } from "./session.ts";
import { t } from "./texts.ts";

const personOf = (one: Me) => {
  const { person, ofKey } = t().signIn;
  const name = one.member ? one.member.name : fill(ofKey, { name: nameOf(one) });
  return fill(person, { name, firm: one.firm.name });
};

/** Runs what a button does once at a time. It says so if the service does not answer. */
const useAction = () => {
  const isBusy = useSignal(false);
  const isUnanswered = useSignal(false);
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy.value) return;
    isBusy.value = true;
    isUnanswered.value = await action().then(
      () => false,
      () => true,
    );
    isBusy.value = false;
  };
  return { run, isBusy, isUnanswered };
};

const Unanswered = () => (
  <Notice kind="danger">
    <p role="alert">{t().signIn.unanswered}</p>
  </Notice>
);

/** Asks first: a program that only opens the link, such as a scanner of mail, uses nothing up. */
const AskToSignIn = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
  const keep = useSignal(false);
  const here = useSignal<Me | null>(null);
  const hasEnded = useSignal(false);
  const { run, isBusy, isUnanswered } = useAction();
  useEffect(() => {
    whoIsHere().then(
      (one) => {
        here.value = one;
      },
      () => {},
    );
  }, []);
  const texts = t().signIn;
  const signIn = async () => {
    if (await useToken(token, keep.value)) onDone();
    else hasEnded.value = true;
  };
  const stayHere = () => {
    if (here.value) enter(here.value);
    onDone();
  };
  if (hasEnded.value)
    return (
      <>
        <Heading>{texts.endedTitle}</Heading>
        <p>{texts.ended}</p>
        {here.value && <Button onClick={stayHere}>{texts.noThanks}</Button>}
      </>
    );
  return (
    <>
      <Heading>{texts.askTitle}</Heading>
      {here.value && <p>{fill(texts.here, { name: personOf(here.value) })}</p>}
      <p>{texts.warning}</p>
      <label class="check">
        <input type="checkbox" checked={keep.value} onChange={() => (keep.value = !keep.value)} />{" "}
        {texts.keep}
      </label>
      {isUnanswered.value && <Unanswered />}
      <Button kind="primary" busy={isBusy.value} onClick={() => run(signIn)}>
        {isUnanswered.value ? t().parts.tryAgain : texts.signIn}
      </Button>
    </>
  );
};

/** A heading that has the focus as soon as it is there. */
const Heading = ({ children }: { readonly children: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [children]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
};

const KeyForm = () => {
  const key = useSignal("");
  const isInvalid = useSignal(false);
  const { run, isBusy, isUnanswered } = useAction();
  const texts = t().signIn;
  const submit = (event: Event) => {
    event.preventDefault();
    return run(async () => {
      isInvalid.value = !(await useKey(key.value.trim()));
    });
  };
  return (
    <form onSubmit={submit}>
      <Field label={texts.key} hint={texts.keyHint} error={isInvalid.value ? texts.keyInvalid : undefined}>
        <input type="password" autocomplete="off" {...typing(key)} />
      </Field>
      {isUnanswered.value && <Unanswered />}
      <Button type="submit" busy={isBusy.value}>
        {texts.useKey}
      </Button>
    </form>
  );
};

const SignedOut = () => (
  <>
    <Heading>{t().signIn.title}</Heading>
    <p>{t().signIn.open}</p>
    <KeyForm />
  </>
);

const SignedOutMeanwhile = ({ before }: { readonly before: Me }) => (
  <>
    <Heading>{t().signIn.againTitle}</Heading>
    <p>{fill(t().signIn.again, { name: nameOf(before) })}</p>
    <p>{t().signIn.againOther}</p>
    <KeyForm />
  </>
);

/** The sign-in: of a link that was opened, of nobody, or over the page when a session ended in the middle. */
export const SignIn = ({ token, onDone }: { readonly token: string | null; readonly onDone: () => void }) => {
  // A link may be opened in another tab meanwhile.
  useEffect(() => {
    const look = () =>
      document.visibilityState === "visible" && token === null && lookAgain().catch(() => {});
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, [token]);
  if (token !== null) return <AskToSignIn key={token} token={token} onDone={onDone} />;
  return me.value !== null && phase.value === "ended" ? (
    <SignedOutMeanwhile before={me.value} />
  ) : (
    <SignedOut />
  );
};
