import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ConflictCheck, Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { replaceAddress, route } from "../address.ts";
import { dayAndTime } from "../dates.ts";
import { firm, memberName } from "../directory.ts";
import { useEvery } from "../fresh.ts";
import { Button, Notice, Panel, Tag } from "../parts.tsx";
import { can } from "../session.ts";
import { readFirm } from "../setup/state.ts";
import { t } from "../texts.ts";
import { counted } from "../words.ts";
import { WriteNotice } from "../write-notice.tsx";
import { actionsFor, type Decision, decisionIn, type State } from "./conflict-rules.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { Found } from "./found.tsx";
import { ListUnread } from "./list-unread.tsx";
import { Parties } from "./parties.tsx";
import type { LeadState } from "./state.ts";
import { checkConflicts } from "./writes.ts";

const KINDS: Readonly<Partial<Record<State, "accent" | "warn" | "danger">>> = {
  matches: "warn",
  lapsed: "warn",
  blocked: "danger",
  cleared: "accent",
  waived: "accent",
};

type Props = { readonly state: LeadState; readonly conflict: NonNullable<Lead["conflict"]> };

/** Whether the firm may meet the person, and whom the person names. */
export const Conflicts = ({ state, lead }: { readonly state: LeadState; readonly lead: Lead }) => (
  <div class="lead-conflicts">
    {/* A lead may show its state for some seconds after the gate was switched off. */}
    {lead.conflict && firm.value?.conflict_gate.enabled !== false && (
      <Card state={state} conflict={lead.conflict} />
    )}
    <Parties state={state} lead={lead} />
  </div>
);

/** What is known, who has decided, and what can be done. */
const Card = ({ state, conflict }: Props) => {
  const texts = t().conflicts;
  const { checks } = state.lists;
  const [newest] = checks.items.value ?? [];
  const isBuilding = firm.value?.conflict_index.state === "building";
  const box = useBox(state, isBuilding);
  return (
    <div ref={box} tabIndex={-1}>
      <Panel
        title={texts.title}
        action={<Tag kind={KINDS[conflict.state]}>{texts.states[conflict.state]}</Tag>}
      >
        <p>{fill(texts.means[conflict.state], { name: state.name.value })}</p>
        <Decided checks={checks.items.value ?? []} conflict={conflict} />
        {newest && <Found key={newest.id} check={newest} />}
        <ListUnread list={checks} />
        {isBuilding && <Indexing />}
        {can("conflicts:write") ? (
          // What can be done depends on the checks: no button stands where another one comes.
          checks.items.value && (
            <Actions state={state} newest={newest} {...actionsFor(conflict.state, isBuilding)} />
          )
        ) : (
          <p class="meta">{texts.mayNot}</p>
        )}
      </Panel>
    </div>
  );
};

type ActionsProps = Pick<Props, "state"> &
  ReturnType<typeof actionsFor> & { readonly newest: ConflictCheck | undefined };

const Actions = ({ state, newest, canCheck, decisions }: ActionsProps) => {
  const texts = t().conflicts;
  const deciding = useSignal<Decision | null>(null);
  const { check: write, decide } = state.writes;
  const check = () => {
    deciding.value = null;
    return checkConflicts(state);
  };
  return (
    <>
      <div class="actions">
        {newest &&
          decisions.map((each) => (
            <Button
              key={each}
              kind={each === "blocked" ? "danger" : "plain"}
              inert={state.isBusy.value}
              onClick={() => (deciding.value = each)}
            >
              {texts.decide[each]}
            </Button>
          ))}
        {canCheck && (
          <Button busy={write.isBusy.value} inert={state.isBusy.value} onClick={check}>
            {newest ? texts.checkAgain : texts.check}
          </Button>
        )}
      </div>
      <WriteNotice write={write} />
      {deciding.value && newest ? (
        <DecideDialog
          state={state}
          check={newest}
          decision={deciding.value}
          onCheck={check}
          onClose={() => (deciding.value = null)}
        />
      ) : (
        <WriteNotice write={decide} />
      )}
    </>
  );
};

/** Reads what belongs to the card, and gives it the focus where a refused booking leads to it. */
const useBox = (state: LeadState, isBuilding: boolean) => {
  const box = useRef<HTMLDivElement>(null);
  const wasBuilding = useRef(isBuilding);
  const id = state.id.value;
  useEffect(() => {
    state.lists.checks.load();
    // What the leads that were indexed last change is judged only now.
    if (wasBuilding.current) state.read();
    wasBuilding.current = isBuilding;
  }, [id, isBuilding]);
  const isAsked = route.value.parts[1] === "conflicts";
  useEffect(() => {
    if (!isAsked) return;
    box.current?.focus();
    // So that the next refusal leads here too.
    replaceAddress("leads", id);
  }, [isAsked]);
  return box;
};

const INDEX_MILLISECONDS = 10_000;

/** Says how far the index of the firm's leads is, until it is complete. */
export const Indexing = () => {
  useEvery(INDEX_MILLISECONDS, readFirm);
  return (
    <Notice kind="accent">
      <p>{counted(t().conflicts.building, firm.value?.conflict_index.indexed ?? 0)}</p>
    </Notice>
  );
};

const Decided = ({
  checks,
  conflict,
}: Pick<Props, "conflict"> & { readonly checks: readonly ConflictCheck[] }) => {
  const texts = t().conflicts;
  const last = decisionIn(checks, conflict);
  if (last === null) return null;
  const values = {
    decision: texts.states[last.decision],
    name: memberName(last.member_id),
    when: dayAndTime(last.at),
  };
  return (
    <>
      <p class="meta">{fill(texts.decided, values)}</p>
      {last.reason && <p class="lead-said">{last.reason}</p>}
    </>
  );
};
