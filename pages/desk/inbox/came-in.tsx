import { fill } from "../../shared/fill.ts";
import { firm } from "../directory.ts";
import { Notice } from "../parts.tsx";
import { t } from "../texts.ts";
import { counted } from "../words.ts";
import type { Body } from "./body.ts";
import { type Becomes, backwards, targetsOf } from "./mapping.ts";
import type { Mending } from "./mending.ts";
import { type Leaf, shortPath } from "./paths.ts";
import { becomesText, valueText } from "./words.ts";

/** The values that are shown as a table; the rest are in the raw body. */
const SHOWN_MAXIMUM = 200;
const START_CHARACTERS = 120;

type Props = { readonly mending: Mending; readonly body: Body; readonly leaves: readonly Leaf[] };

/** What came in, each value with what the mapping makes of it. */
export const CameIn = ({ mending, body, leaves }: Props) => {
  const texts = t().inbox;
  const more = leaves.length - SHOWN_MAXIMUM;
  const reader = { ...mending.source.value, mapping: mending.mapping.value };
  const becomes = backwards(body.json, reader, firm.value ? targetsOf(firm.value) : []);
  return (
    <section aria-labelledby="came-in">
      <h2 id="came-in">{texts.cameIn}</h2>
      {body.problem && <Notice kind="warn">{texts.problems[body.problem]}</Notice>}
      {leaves.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.value}</th>
              <th scope="col">{texts.becomes}</th>
            </tr>
          </thead>
          <tbody>
            {leaves.slice(0, SHOWN_MAXIMUM).map((leaf) => (
              <Value key={leaf.keys.join("\n")} leaf={leaf} read={becomes(leaf)} mending={mending} />
            ))}
          </tbody>
        </table>
      )}
      {more > 0 && <p class="meta">{counted(texts.moreValues, more)}</p>}
      {body.text && (
        <details>
          <summary>{texts.raw}</summary>
          <pre>{body.text}</pre>
        </details>
      )}
    </section>
  );
};

type ValueProps = { readonly leaf: Leaf; readonly read: Becomes; readonly mending: Mending };

const Value = ({ leaf, read, mending }: ValueProps) => {
  const { text, isUsed } = becomesText(read, leaf);
  const isChanged = read.targets.some(({ target }) => mending.changed.value.includes(target));
  const name = shortPath(leaf.name);
  return (
    <tr class={isChanged ? "changed" : isUsed ? undefined : "unused"}>
      <th scope="row">
        <bdi title={leaf.name}>{name}</bdi>
        {leaf.hint !== name && <bdi class="meta">{leaf.hint}</bdi>}
      </th>
      <td>{read.isSecret ? "••••••••" : <LongText text={valueText(leaf.value)} />}</td>
      <td>{text}</td>
    </tr>
  );
};

/** A text, of a long one its start: the rest is shown when asked for. */
const LongText = ({ text }: { readonly text: string }) =>
  text.length <= START_CHARACTERS ? (
    <bdi>{text}</bdi>
  ) : (
    <details>
      <summary>
        <bdi>
          {fill(t().inbox.showAll, { start: [...text.slice(0, START_CHARACTERS)].slice(0, -1).join("") })}
        </bdi>
      </summary>
      <bdi>{text}</bdi>
    </details>
  );
