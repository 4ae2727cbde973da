import { useMemo } from "preact/hooks";
import { fill } from "../../shared/fill.ts";
import { type Option, Select } from "../controls.tsx";
import { firm } from "../directory.ts";
import { Button } from "../parts.tsx";
import { t } from "../texts.ts";
import type { Constant, Rule, Target } from "./mapping.ts";
import type { Mending } from "./mending.ts";
import { choicesOf, type Leaf, shortPath } from "./paths.ts";

const PATHS_MAXIMUM = 10;

type RuleProps = {
  readonly leaves: readonly Leaf[];
  readonly target: Target;
  readonly rule: Rule;
  readonly label: string;
  /** Whether the rule finds a value in this body. */
  readonly finds: boolean;
  readonly set: (changes: Partial<Rule>) => void;
};

type Props = Omit<RuleProps, "set"> & { readonly mending: Mending };

/** The paths of a target in their order, a fallback, or a constant instead. An external id has paths alone. */
export const RuleEditor = ({ mending, ...props }: Props) => {
  const texts = t().inbox;
  const { target, rule, label } = props;
  const set = (changes: Partial<Rule>) => mending.set(target.target, { ...rule, ...changes });
  const isConstant = rule.value !== undefined;
  const other = isConstant ? { value: undefined } : { value: "", fallback: undefined };
  return (
    <div class="inbox-rule">
      {isConstant ? (
        <ConstantInput
          {...{ target, value: rule.value ?? "", label: fill(texts.constantOf, { field: label }) }}
          onInput={(value) => set({ value })}
        />
      ) : (
        <Paths {...props} set={set} />
      )}
      <div class="actions">
        {target.target !== "external_id" && (
          <Button kind="quiet" onClick={() => set(other)}>
            {isConstant ? texts.pathsInstead : texts.constant}
          </Button>
        )}
        <Button kind="quiet" onClick={() => mending.set(target.target, null)}>
          {texts.usual}
        </Button>
      </div>
    </div>
  );
};

/** Paths that find nothing are followed by a choice of one more, so that none of them is lost for it. */
const Paths = ({ leaves, target, rule, label, finds, set }: RuleProps) => {
  const texts = t().inbox;
  const isOpen = !finds && rule.paths.length < PATHS_MAXIMUM && !rule.paths.includes("");
  const paths = isOpen ? [...rule.paths, ""] : rule.paths;
  const choose = (index: number, path: string) =>
    set({ paths: paths.map((each, at) => (at === index ? path : each)).filter((each) => each !== "") });
  const hasFallback = rule.fallback !== undefined;
  return (
    <>
      {paths.length > 1 && <p class="meta">{texts.inTurn}</p>}
      <ol>
        {paths.map((path, index) => (
          <PathChoice
            key={index}
            {...{ leaves, path, label, number: index + 1 }}
            onChange={(changed) => choose(index, changed)}
            onRemove={() => set({ paths: paths.filter((_, at) => at !== index) })}
          />
        ))}
      </ol>
      {hasFallback && (
        <div class="inbox-fallback">
          <ConstantInput
            {...{ target, value: rule.fallback ?? "", label: fill(texts.fallbackOf, { field: label }) }}
            onInput={(fallback) => set({ fallback })}
          />
          <Button
            kind="quiet"
            label={fill(texts.removeFallback, { field: label })}
            onClick={() => set({ fallback: undefined })}
          >
            ✕
          </Button>
        </div>
      )}
      <div class="actions">
        {paths.length < PATHS_MAXIMUM && !paths.includes("") && (
          <Button kind="quiet" onClick={() => set({ paths: [...paths, ""] })}>
            {texts.addPath}
          </Button>
        )}
        {!hasFallback && target.target !== "external_id" && (
          <Button kind="quiet" onClick={() => set({ fallback: "" })}>
            {texts.addFallback}
          </Button>
        )}
      </div>
    </>
  );
};

type PathProps = {
  readonly leaves: readonly Leaf[];
  readonly path: string;
  readonly label: string;
  readonly number: number;
  readonly onChange: (path: string) => void;
  readonly onRemove: () => void;
};

/** A choice among the paths of this body, and the present one if this body has no such path. */
const PathChoice = ({ leaves, path, label, number, onChange, onRemove }: PathProps) => {
  const texts = t().inbox;
  const choices = useMemo(() => choicesOf(leaves), [leaves]);
  const isKnown = path === "" || choices.some(([each]) => each === path);
  const other: Option[] = isKnown ? [] : [[path, fill(texts.otherPath, { path: shortPath(path) })]];
  const place = { field: label, count: String(number) };
  return (
    <li>
      <Select
        name={fill(texts.path, place)}
        value={path}
        options={[["", texts.choosePath], ...other, ...choices]}
        onChoose={onChange}
      />
      <Button kind="quiet" label={fill(texts.remove, place)} onClick={onRemove}>
        ✕
      </Button>
    </li>
  );
};

type ConstantProps = {
  readonly target: Target;
  readonly value: Constant;
  readonly label: string;
  readonly onInput: (value: string) => void;
};

/** The service reads the text of a constant by the type of its field, as it reads a sender's. */
const ConstantInput = ({ target, value, label, onInput }: ConstantProps) => {
  const field = firm.value?.lead_fields.find(({ key }) => `data.${key}` === target.target);
  const options = field?.type === "boolean" ? ["true", "false"] : (field?.options ?? []);
  if (options.length > 0)
    return (
      <Select
        name={label}
        value={String(value)}
        options={["", ...options].map((option) => [option, option || label])}
        onChoose={onInput}
      />
    );
  return (
    <input
      aria-label={label}
      maxLength={4_000}
      value={String(value)}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
};
