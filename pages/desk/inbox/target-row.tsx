import { useSignal } from "@preact/signals";
import type { InboundPreview } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { Both } from "../controls.tsx";
import { can } from "../session.ts";
import { t } from "../texts.ts";
import type { Body } from "./body.ts";
import { ruleOf, type Target, usedPath } from "./mapping.ts";
import type { Mending, Shown } from "./mending.ts";
import { givenAt, type Leaf } from "./paths.ts";
import { RuleEditor } from "./rule-editor.tsx";
import { labelOf, ruleText, valueText } from "./words.ts";

type RowProps = {
  readonly mending: Mending;
  readonly body: Body;
  readonly leaves: readonly Leaf[];
  readonly preview: InboundPreview | null;
  readonly target: Target;
};

/** A field of the lead: its value, where it is looked for, and the editor of that. */
export const TargetRow = ({ mending, body, leaves, preview, target }: RowProps) => {
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
        <Conflict mending={mending} target={target} label={label} />
        {refusalsAt(mending.shown.value, target).map((message) => (
          <p key={message} class="error">
            {fill(texts.violation, { field: label, message })}.
          </p>
        ))}
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
    <Both label={label} onChoose={(isMine) => mending.settle(target.target, isMine)}>
      {fill(texts.both, {
        theirs: rule(mending.source.value.mapping),
        mine: rule(mending.mapping.value),
      })}
    </Both>
  );
};
