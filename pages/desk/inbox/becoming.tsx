import { useEffect } from "preact/hooks";
import type { InboundPreview } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { firm, memberName, needMembers } from "../directory.ts";
import { Notice, Tag } from "../parts.tsx";
import { t } from "../texts.ts";
import { counted } from "../words.ts";
import { reasonOf } from "../write-notice.tsx";
import type { Body } from "./body.ts";
import { ruleOf, type Target, targetsOf, usedPath } from "./mapping.ts";
import type { Mending, Shown } from "./mending.ts";
import type { Leaf } from "./paths.ts";
import { becomesLead, MARKS, withoutOverrides } from "./rules.ts";
import { TargetRow } from "./target-row.tsx";
import { labelOfField } from "./words.ts";

type Props = { readonly mending: Mending; readonly body: Body; readonly leaves: readonly Leaf[] };

/** What the delivery would become now, field by field, with where each value is looked for. */
export const Becoming = ({ mending, body, leaves }: Props) => {
  const shown = mending.shown.value;
  const isReading = shown.kind === "reading";
  const preview = shown.kind === "shown" ? shown.preview : null;
  const targets = firm.value ? targetsOf(firm.value) : [];
  const isMain = ({ target, ...usual }: Target) =>
    Object.hasOwn(mending.mapping.value, target) ||
    [...mending.changed.value, ...violated(preview), "email", "phone"].includes(target) ||
    usedPath(body.json, ruleOf(mending.mapping.value, { target, ...usual })) !== null;
  const others = targets.filter((target) => !isMain(target));
  const row = (target: Target) => (
    <TargetRow key={target.target} {...{ mending, body, leaves, preview, target }} />
  );
  return (
    <section aria-labelledby="becoming" aria-busy={isReading}>
      <header>
        <h2 id="becoming">{t().inbox.becoming}</h2>
        <span role="status">
          {preview ? <OutcomeTag preview={preview} /> : isReading && <Tag>{t().inbox.reading}</Tag>}
        </span>
      </header>
      {targets.filter(isMain).map(row)}
      {/* Below the fields, which so stay where they are, under a pointer too, when it comes. */}
      <Reasons shown={shown} targets={targets} />
      {preview?.lead && <AsSource lead={preview.lead} />}
      {others.length > 0 && (
        <details>
          <summary>{counted(t().inbox.moreFields, others.length)}</summary>
          {others.map(row)}
        </details>
      )}
    </section>
  );
};

const violated = (preview: InboundPreview | null) => preview?.violations.map(({ field }) => field) ?? [];

const OutcomeTag = ({ preview }: { readonly preview: InboundPreview }) => {
  const kind = preview.outcome === "rejected" ? "danger" : "plain";
  return (
    <Tag kind={becomesLead(preview) ? "accent" : kind}>
      <span aria-hidden="true">{MARKS[preview.outcome]}</span> {t().inbox.outcomes[preview.outcome]}
    </Tag>
  );
};

type ReasonsProps = { readonly shown: Shown; readonly targets: readonly Target[] };

/** Why there would be no lead, what it would go without, or why nobody knows. */
const Reasons = ({ shown, targets }: ReasonsProps) => {
  const texts = t().inbox;
  if (shown.kind === "reading") return null;
  if (shown.kind === "failed") return <Notice kind="warn">{texts.notPreviewed}</Notice>;
  if (shown.kind === "refused")
    return shown.error.details?.every(({ field }) => field.startsWith("mapping.")) ? null : (
      <Notice kind="danger">{reasonOf(shown.error)}</Notice>
    );
  const { violations, omitted } = shown.preview;
  const left = omitted.map(({ field, message }) =>
    fill(texts.violation, { field: labelOfField(field, targets), message }),
  );
  return (
    <>
      {violations.map(({ field, message }) => (
        <p key={field} class="error">
          {withoutOverrides(message)}
        </p>
      ))}
      {left.length > 0 && <p class="meta">{fill(texts.omitted, { reasons: left.join("; ") })}</p>}
    </>
  );
};

const AsSource = ({ lead }: { readonly lead: NonNullable<InboundPreview["lead"]> }) => {
  const texts = t().inbox;
  useEffect(() => {
    needMembers();
  }, []);
  const assignee = lead.assignee_id === null ? texts.nobodyAssigned : memberName(lead.assignee_id);
  return (
    <div class="inbox-target">
      <h3>{texts.stage}</h3>
      <div>
        <p>{fill(texts.stageOf, { stage: lead.status.name, assignee })}</p>
        <p class="meta">{texts.asSource}</p>
      </div>
    </div>
  );
};
