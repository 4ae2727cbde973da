import type { Firm } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { setFirm } from "../directory.ts";
import { intake } from "../requests.ts";
import { t } from "../texts.ts";
import { useForm } from "./form.ts";
import { keyFor, stageNames, zonesFor } from "./rules.ts";
import { BothIn, Rows, Sheet } from "./sheet.tsx";
import { asRead, readFirm } from "./state.ts";

const valuesOf = ({ name, time_zone, contact_phone, stages }: Firm) => ({
  name,
  time_zone,
  contact_phone: contact_phone ?? "",
  stages,
});

export const FirmCard = ({ firm, onSaved }: { readonly firm: Firm; readonly onSaved: () => void }) => {
  const texts = t().setup;
  const form = useForm({
    stored: firm,
    valuesOf,
    what: ({ name }) => fill(texts.saving, { name }),
    send: (body, stored, options) => intake().updateFirm({ headers: asRead(stored), body }, options),
    read: readFirm,
    onSaved: (saved) => {
      setFirm(saved);
      onSaved();
    },
  });
  const { values, theirs, change } = form;
  const { stages } = values;
  // The key of a stored stage never changes; that of a new one follows its name.
  const renamed = (key: string, name: string) => {
    const others = stages.map((stage) => stage.key).filter((other) => other !== key);
    const isStored = theirs.stages.some((stage) => stage.key === key);
    return isStored ? { name } : { name, key: keyFor(name, others, "stage") };
  };
  return (
    <Sheet
      form={form}
      list="stages"
      fields={{
        name: { label: texts.name },
        contact_phone: { label: texts.telephone, hint: texts.firm.telephoneHint, mode: "tel" },
        time_zone: {
          label: texts.zone,
          options: zonesFor(values.time_zone).map((zone) => [zone, zone.replaceAll("_", " ")]),
        },
      }}
    >
      <Rows
        form={form}
        legend={texts.firm.stages}
        rows={stages}
        onChange={(changed) => change({ stages: [...changed] })}
        blank={{ key: "", name: "", terminal: false }}
        add={texts.firm.add}
        list="stages"
        rowOf={rowIn}
        isOrdered
        draw={({ key, name, terminal }, set, row) => (
          <>
            <input
              aria-label={fill(texts.firm.stage, { row })}
              value={name}
              onInput={(event) => set(renamed(key, event.currentTarget.value))}
            />
            <label class="check">
              <input type="checkbox" checked={terminal} onChange={() => set({ terminal: !terminal })} />
              <span>
                {texts.firm.closed} <span class="unseen">{row}</span>
              </span>
            </label>
          </>
        )}
      />
      <BothIn form={form} field="stages" label={texts.firm.stages} theirs={stageNames(theirs.stages)} />
    </Sheet>
  );
};

/** Returns the row that a field of a refusal names, `stages[2].name`. */
const rowIn = (field: string) => {
  const [, index] = /\[(\d+)\]/.exec(field) ?? [];
  return index === undefined ? null : Number(index);
};
