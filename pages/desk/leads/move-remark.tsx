import type { Lead } from "../../../client/src/generated.ts";
import { fill, isolated } from "../../shared/fill.ts";
import { href } from "../address.ts";
import { Button } from "../parts.tsx";
import { t } from "../texts.ts";
import { reasonOf, sentenceOf, WriteNotice } from "../write-notice.tsx";
import type { Move, Moves } from "./moves.ts";
import { readStages } from "./stages.ts";

type RemarkProps = { readonly moves: Moves; readonly lead: Lead; readonly move: Move };

/** Returns why a lead is still in its stage; null for a move that may still be done. */
const reasonFor = ({ step: { value: step }, write }: Move): string | null => {
  const { stays } = t().leads;
  const sent = write.state.value;
  if (typeof step === "object") return stays[step.kind];
  if (sent.kind === "refused")
    return sentenceOf(sent.error, "status", t().leads.stage) ?? reasonOf(sent.error);
  if (sent.kind === "offline") return stays.unread;
  return sent.kind === "notDone" || sent.kind === "lost" ? stays[sent.kind] : null;
};

const isOfStages = ({ write: { state } }: Move) =>
  state.value.kind === "refused" && state.value.error.details?.some(({ field }) => field === "status");

/** The one thing that can be done about it. */
const Action = ({ moves, lead: { id }, move }: RemarkProps) => {
  const texts = t().leads;
  const { forget, move: moveTo } = moves;
  const step = move.step.value;
  if (typeof step === "object" && step.kind === "merged")
    return (
      <a href={href("leads", step.into)} onClick={() => forget(id)}>
        {texts.openSurvivor}
      </a>
    );
  if (typeof step === "object" && step.kind !== "unread")
    return <RemarkButton label={t().parts.close} onClick={() => forget(id)} />;
  if (isOfStages(move))
    return <RemarkButton label={texts.readStages} onClick={() => readStages().then(() => forget(id))} />;
  return <RemarkButton label={t().parts.tryAgain} onClick={() => moveTo(id, move.to)} />;
};

const RemarkButton = ({ label, onClick }: { readonly label: string; readonly onClick: () => unknown }) => (
  <Button kind="quiet" onClick={onClick}>
    {label}
  </Button>
);

/** Says what became of a move: inside the card, where the next step is. */
export const MoveRemark = (props: RemarkProps) => {
  const { lead, move } = props;
  const reason = reasonFor(move);
  if (reason === null) return <WriteNotice write={move.write} />;
  const still = fill(t().leads.still, { stage: isolated(lead.status.name), reason });
  return (
    <div class="leads-remark">
      <span role="alert">{still}</span> <Action {...props} />
    </div>
  );
};
