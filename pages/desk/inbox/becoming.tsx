import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { InboundPreview } from "../../../client/src/index.ts";
import { choosePlural, fill } from "../../shared/fill.ts";
import { firm, memberName, needMembers } from "../directory.ts";
import { Button, Notice, reasonOf, Tag } from "../parts.tsx";
import { can } from "../session.ts";
import { LOCALE, t } from "../texts.ts";
import type { Body } from "./body.ts";
import { ruleOf, type Target, targetsOf, usedPath } from "./mapping.ts";
import type { Mending, Shown } from "./mending.ts";
import { givenAt, type Leaf } from "./paths.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { becomesLead, MARKS } from "./rules.ts";
import { labelOf, labelOfField, ruleText, valueText } from "./words.ts";

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
      <Reasons shown={shown} targets={targets} />
      {targets.filter(isMain).map(row)}
      {preview?.lead && <AsSource lead={preview.lead} />}
      {others.length > 0 && (
        <details>
          <summary>
            {fill(choosePlural(t().inbox.moreFields, others.length, LOCALE), {
              count: String(others.length),
            })}
          </summary>
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
          {message}
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

type RowProps = Props & { readonly preview: InboundPreview | null; readonly target: Target };

const TargetRow = ({ mending, body, leaves, preview, target }: RowProps) => {
  const isEdited = useSignal(false);
  const texts = t().inbox;
  const rule = mending.ruleFor(target);
  const isChanged = mending.changed.value.includes(target.target);
  const value = valueIn(preview, target.target) ?? foundBy(rule, body.json);
  const label = labelOf(target);
  return (
    <div class={`inbox-target ${isChanged ? "changed" : ""}`}>
      <h3>
        {label}
        {isChanged && <span class="mark"> {t().parts.changed}</span>}
      </h3>
      <div>
        <p class={value === null ? "meta" : undefined}>
          <bdi>{value ?? texts.nothingFound}</bdi>
        </p>
        {can("settings:write") ? (
          <button
            type="button"
            class="inbox-from"
            aria-expanded={isEdited.value}
            aria-label={`${label}: ${ruleText(rule)}`}
            onClick={() => (isEdited.value = !isEdited.value)}
          >
            <bdi>{ruleText(rule)}</bdi>
          </button>
        ) : (
          <p class="meta">{ruleText(rule)}</p>
        )}
        {refusalsAt(mending.shown.value, target).map((message) => (
          <p key={message} class="error">
            {fill(texts.violation, { field: label, message })}.
          </p>
        ))}
        <Conflict mending={mending} target={target} label={label} />
        {isEdited.value && (
          <RuleEditor
            {...{ mending, leaves, target, rule, label }}
            finds={usedPath(body.json, rule) !== null}
          />
        )}
      </div>
    </div>
  );
};

/** Returns why the service refuses the rule of a target. */
const refusalsAt = (shown: Shown, { target }: Target): string[] => {
  const details = shown.kind === "refused" ? shown.error.details : null;
  return (details ?? []).flatMap(({ field, message }) =>
    `${field}.`.startsWith(`mapping.${target}.`) ? [message] : [],
  );
};

/** Returns the value that the lead gets; null for none. */
const valueIn = (preview: InboundPreview | null, target: string): string | null => {
  const lead = preview?.lead;
  if (!lead) return null;
  const { first_name, last_name, email, phone, data } = lead;
  const texts: Readonly<Record<string, unknown>> = {
    first_name,
    last_name,
    email,
    phone,
    full_name: `${first_name} ${last_name}`.trim(),
  };
  return valueText(texts[target] ?? data[target.replace(/^data\./, "")] ?? "") || null;
};

const foundBy = (rule: ReturnType<typeof ruleOf>, json: unknown): string | null =>
  valueText(rule.value ?? givenAt(json, usedPath(json, rule) ?? "")) || null;

type ConflictProps = { readonly mending: Mending; readonly target: Target; readonly label: string };

/** Both rules of a target that two people have changed. */
const Conflict = ({ mending, target, label }: ConflictProps) => {
  const texts = t().inbox;
  if (!mending.conflicts.value.includes(target.target)) return null;
  const rule = (of: Parameters<typeof ruleOf>[0]) => ruleText(ruleOf(of, target));
  return (
    <Notice kind="warn">
      <p>{fill(texts.theirs, { rule: rule(mending.source.value.mapping) })}</p>
      <p>{fill(texts.mine, { rule: rule(mending.mapping.value) })}</p>
      <div class="actions">
        <Button label={`${label}: ${texts.takeTheirs}`} onClick={() => mending.takeTheirs(target.target)}>
          {texts.takeTheirs}
        </Button>
        <Button label={`${label}: ${texts.sendMine}`} onClick={() => mending.keepMine(target.target)}>
          {texts.sendMine}
        </Button>
      </div>
    </Notice>
  );
};
