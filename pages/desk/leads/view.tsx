import { useEffect, useMemo, useRef } from "preact/hooks";
import { route } from "../address.ts";
import { useEvents, useEvery, useReread } from "../fresh.ts";
import { isBroken, loadOthers, others } from "../load-others.ts";
import { NotLoaded } from "../parts.tsx";
// Not by requests.ts, which brings what only writes need.
import { client } from "../session.ts";
import { t } from "../texts.ts";
import { Leads } from "./leads.tsx";
import { createLeads } from "./state.ts";

/** The page of a lead is in the other script. */
const Lead = ({ id }: { readonly id: string }) => {
  useEffect(() => {
    loadOthers();
  }, []);
  const LeadPage = others.value?.LeadPage;
  if (LeadPage) return <LeadPage id={id} />;
  return isBroken.value ? <NotLoaded /> : <p class="meta">{t().frame.loading}</p>;
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
  return id === undefined ? <Leads state={state} /> : <Lead id={id} />;
};
