import type { Firm } from "../../../client/src/index.ts";
import { Field, Select } from "../controls.tsx";
import { setFirm } from "../directory.ts";
import { useForm } from "../form.ts";
import { Indexing } from "../lead/conflicts.tsx";
import { intake } from "../requests.ts";
import { can } from "../session.ts";
import { BothIn, Check, Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { RegisterList } from "./register-list.tsx";
import { asRead, readFirm } from "./state.ts";

type Props = { readonly firm: Firm; readonly onSaved: () => void };

/** Whether leads are checked before they are booked, and whom the firm knows beside them. */
export const ConflictCard = ({ firm, onSaved }: Props) => (
  <>
    {can("settings:write") && <Switch firm={firm} onSaved={onSaved} />}
    {firm.conflict_index.state === "building" && <Indexing />}
    {firm.conflict_gate.enabled && can("conflicts:read") && <RegisterList />}
  </>
);

const Switch = ({ firm, onSaved }: Props) => {
  const texts = t().setup.conflicts;
  const form = useForm({
    stored: firm,
    valuesOf: ({ conflict_gate }: Firm) => conflict_gate,
    what: () => texts.what,
    send: (conflict_gate, stored, options) =>
      intake().updateFirm({ headers: asRead(stored), body: { conflict_gate } }, options),
    read: readFirm,
    onSaved: (saved) => {
      setFirm(saved);
      onSaved();
    },
  });
  const { enabled, required, auto_check } = form.values;
  return (
    <Sheet form={form} fields={{}}>
      <Check
        form={form}
        field="enabled"
        label={texts.enabled}
        isChecked={enabled}
        onCheck={(isOn) => form.change({ enabled: isOn })}
      />
      {enabled && (
        <>
          <Field label={texts.required} changed={"required" in form.changes}>
            <Select
              value={required}
              options={Object.entries(texts.requires)}
              onChoose={(chosen) => form.change({ required: chosen === "none" ? "none" : "all" })}
            />
          </Field>
          <BothIn
            form={form}
            field="required"
            label={texts.required}
            theirs={texts.requires[form.theirs.required]}
          />
          <Check
            form={form}
            field="auto_check"
            label={texts.autoCheck}
            isChecked={auto_check}
            onCheck={(isOn) => form.change({ auto_check: isOn })}
          />
          <p class="hint">{texts.autoCheckHint}</p>
        </>
      )}
    </Sheet>
  );
};
