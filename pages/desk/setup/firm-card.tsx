import type { Firm } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { setFirm } from "../directory.ts";
import { useForm } from "../form.ts";
import { intake } from "../requests.ts";
import { Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { zonesFor } from "./rules.ts";
import { asRead, readFirm } from "./state.ts";

const valuesOf = ({ name, time_zone, contact_phone }: Firm) => ({
  name,
  time_zone,
  contact_phone: contact_phone ?? "",
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
  return (
    <Sheet
      form={form}
      fields={{
        name: { label: texts.name },
        contact_phone: { label: texts.telephone, hint: texts.firm.telephoneHint, mode: "tel" },
        time_zone: {
          label: texts.zone,
          options: zonesFor(form.values.time_zone).map((zone) => [zone, zone.replaceAll("_", " ")]),
        },
      }}
    />
  );
};
