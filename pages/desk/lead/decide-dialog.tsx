import { useEffect } from "preact/hooks";
import type { ConflictCheck } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import { members } from "../directory.ts";
import { useForm } from "../form.ts";
import { Button, Dialog, Notice } from "../parts.tsx";
import { intake } from "../requests.ts";
import { memberId } from "../session.ts";
import { Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { type Decision, decidedAs, needsReason } from "./conflict-rules.ts";
import type { LeadState } from "./state.ts";

type DialogProps = {
  readonly state: LeadState;
  readonly check: ConflictCheck;
  readonly decision: Decision;
  readonly onCheck: () => unknown;
  readonly onClose: () => void;
};

/** Asks for the reason of a decision; with a key, also for who decides. */
export const DecideDialog = ({ state, check, decision, onCheck, onClose }: DialogProps) => {
  const texts = t().conflicts;
  const write = state.writes.decide;
  const name = state.name.value;
  const path = { id: state.id.peek(), checkId: check.id };
  const active = (members.value ?? []).filter((member) => member.active);
  const form = useForm<ConflictCheck | null, { reason: string; member_id: string }>({
    stored: null,
    valuesOf: () => ({ reason: "", member_id: memberId() ?? active[0]?.id ?? "" }),
    write: { ...write, run: (call) => state.run(write, call) },
    what: () => fill(texts.whatDecided, { name }),
    send: ({ reason = "", member_id = "" }, _stored, options) =>
      intake().decideConflictCheck(
        { path, body: { decision, member_id, reason: reason.trim() || null } },
        options,
      ),
    find: async ({ reason }) => {
      const { data } = await intake().listConflictChecks({ path });
      return decidedAs(data, check.id, { decision, reason: reason.trim() });
    },
    onSaved: () => {
      state.lists.checks.load();
      state.read();
      onClose();
    },
  });
  useEffect(() => write.reset, []);
  const refusal = write.state.value;
  const isOutdated = refusal.kind === "refused" && refusal.error.code === "check_outdated";
  return (
    <Dialog title={fill(texts.decideOf[decision], { name })} onClose={onClose} isUnsent={form.isUnsent}>
      <div>
        <p>{fill(texts.decideText[decision], { name })}</p>
        <Sheet
          form={form}
          submit={texts.decide[decision]}
          fields={{
            ...(memberId() === null && {
              member_id: { label: texts.decidedBy, options: active.map(({ id, name: who }) => [id, who]) },
            }),
            reason: {
              label: texts.reason,
              hint: needsReason(decision, check) ? texts.reasonNeeded : texts.reasonKept,
              isLong: true,
            },
          }}
        >
          {isOutdated && (
            <Notice kind="warn">
              <p>{texts.outdated}</p>
              <Button onClick={onCheck}>{texts.checkAgain}</Button>
            </Notice>
          )}
        </Sheet>
      </div>
    </Dialog>
  );
};
