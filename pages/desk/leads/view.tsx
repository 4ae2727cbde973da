import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { route } from "../address.ts";
import { useEvents, useEvery, useReread } from "../fresh.ts";
// Not by requests.ts, which brings what only writes need.
import { client } from "../session.ts";
import { t } from "../texts.ts";
import { Leads } from "./leads.tsx";
import { createLeads } from "./state.ts";

type Loaded = { readonly LeadPage: ComponentType<{ readonly id: string }> };

/** The page of a lead is another script, which most visits to the board need none of. */
const LazyLead = ({ id }: { readonly id: string }) => {
  const page = useSignal<Loaded | null>(null);
  const hasFailed = useSignal(false);
  useEffect(() => {
    import("../lead/view.tsx").then(
      (loaded) => {
        page.value = loaded;
      },
      () => {
        hasFailed.value = true;
      },
    );
  }, []);
  if (hasFailed.value) return <p role="alert">{t().frame.notLoaded}</p>;
  const { LeadPage } = page.value ?? {};
  return LeadPage ? <LeadPage id={id} /> : <p class="meta">{t().frame.loading}</p>;
};

const MINUTE = 60_000;

/** The board, or the page of the lead that the address names. What the board shows stays while a lead is open. */
export const View = () => {
  const state = useMemo(createLeads, []);
  const [id] = route.value.parts;
  const opened = useRef(id);
  useEvents(state.follow);
  useEvery(MINUTE, state.announceNew);
  useReread(state.read);
  useEffect(() => {
    // What was just done to a lead comes by an event only seconds later.
    const left = opened.current;
    opened.current = id;
    if (id === undefined && left !== undefined)
      client()
        .getLead({ path: { id: left } })
        .then(state.put, () => {});
  }, [id]);
  return id === undefined ? <Leads state={state} /> : <LazyLead id={id} />;
};
