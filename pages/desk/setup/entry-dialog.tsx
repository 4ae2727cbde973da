import { useSignal } from "@preact/signals";
import type { ConflictEntry } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { useForm } from "../form.ts";
import { namesText } from "../lead/party-rules.ts";
import { Dialog, Notice } from "../parts.tsx";
import { intake } from "../requests.ts";
import { Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { readEntry } from "./register.ts";
import { keyedEntry } from "./register-rules.ts";

type Props = {
  /** Null for a new one. */
  readonly entry: ConflictEntry | null;
  readonly onSaved: (entry: ConflictEntry) => void;
  readonly onClose: () => void;
};

const valuesOf = (entry: ConflictEntry | null) => ({
  key: entry?.key ?? "",
  name: entry?.name ?? "",
  role: String(entry?.role ?? "client"),
  aliases: namesText(entry?.aliases ?? []),
  email: entry?.email ?? "",
  phone: entry?.phone ?? "",
  matter: entry?.matter ?? "",
});

type Values = ReturnType<typeof valuesOf>;

export const EntryDialog = ({ entry, onSaved, onClose }: Props) => {
  const { conflicts: texts, name, email, telephone } = t().setup;
  const isTaken = useSignal(false);
  const form = useForm<ConflictEntry | null, Values>({
    stored: entry,
    valuesOf,
    what: (values) => fill(texts.saving, values),
    send: async (changes, stored, options) => {
      const { key, ...body } = await keyedEntry({ ...valuesOf(stored), ...changes });
      return intake().putConflictEntry({ path: { key }, body }, options);
    },
    readsFirst: entry !== null,
    // One that was deleted meanwhile is written again.
    read: async () => (entry && (await readEntry(entry.key))) ?? entry,
    find: entry ? undefined : async (values) => readEntry((await keyedEntry(values)).key),
    onSaved: (saved) => {
      if (saved) onSaved(saved);
      onClose();
    },
  });
  const save = async () => {
    const { key } = form.values;
    isTaken.value = !entry && key.trim() !== "" && (await readEntry(key.trim()).catch(() => null)) !== null;
    if (!isTaken.peek()) await form.save();
  };
  return (
    <Dialog
      title={entry ? fill(texts.changeOf, { name: entry.name }) : texts.add}
      onClose={onClose}
      isUnsent={form.isUnsent}
    >
      <div>
        <Sheet
          form={{ ...form, save }}
          fields={{
            name: { label: name },
            role: { label: texts.role, options: Object.entries(texts.roles) },
            matter: { label: texts.matter },
            aliases: { label: t().conflicts.aliases, hint: t().conflicts.aliasesHint },
            email: { label: email, mode: "email" },
            phone: { label: telephone, mode: "tel" },
            ...(!entry && { key: { label: texts.key, hint: texts.keyHint } }),
          }}
        >
          {isTaken.value && <Notice kind="danger">{fill(texts.taken, { key: form.values.key })}</Notice>}
        </Sheet>
      </div>
    </Dialog>
  );
};
