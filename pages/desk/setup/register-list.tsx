import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { ConflictEntry } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { typing } from "../controls.tsx";
import { Button, Unread } from "../parts.tsx";
import { createWrite, intake } from "../requests.ts";
import { can } from "../session.ts";
import { Entry } from "../sheet.tsx";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { BringList } from "./bring-list.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { createRegister, type Register, readEntry } from "./register.ts";

const PAUSE_MILLISECONDS = 300;

/** Whom the firm knows beside its leads: searched, changed, and brought in. */
export const RegisterList = () => {
  const texts = t().setup.conflicts;
  const register = useMemo(createRegister, []);
  const typed = useSignal("");
  const edited = useSignal<ConflictEntry | "new" | null>(null);
  const search = () => register.search(typed.peek().trim());
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return (
    <div class="setup-part">
      <h3>{texts.register}</h3>
      <p class="meta">{texts.registerHint}</p>
      <input type="search" aria-label={texts.search} placeholder={texts.search} {...typing(typed)} />
      <Entries register={register} onChange={(entry) => (edited.value = entry)} />
      {register.isFailed.value && <Unread text={texts.unread} onRetry={search} />}
      {can("conflicts:write") && (
        <>
          <div class="actions">
            <Button onClick={() => (edited.value = "new")}>{texts.add}</Button>
          </div>
          <BringList onDone={search} />
        </>
      )}
      {edited.value && (
        <EntryDialog
          entry={edited.value === "new" ? null : edited.value}
          onSaved={register.put}
          onClose={() => (edited.value = null)}
        />
      )}
    </div>
  );
};

type EntriesProps = { readonly register: Register; readonly onChange: (entry: ConflictEntry) => void };

const Entries = ({ register, onChange }: EntriesProps) => {
  const texts = t().setup.conflicts;
  const { entries, isMore, isReading, readOlder, drop } = register;
  const write = useMemo(() => createWrite<true>(), []);
  const remove = async ({ key, name }: ConflictEntry) => {
    if (!confirm(fill(texts.deleteSure, { name }))) return;
    const path = { key };
    const done = await write.run({
      what: fill(texts.deleting, { name }),
      typed: path,
      send: async (options) => {
        await intake().deleteConflictEntry({ path }, options);
        return true;
      },
      find: async () => ((await readEntry(key)) ? null : true),
    });
    if (done) drop(key);
  };
  return (
    <>
      <ul aria-busy={isReading.value}>
        {entries.value.map((entry) => (
          <Entry key={entry.key} name={entry.name} meta={lineOf(entry)}>
            {can("conflicts:write") && (
              <>
                <Button
                  kind="quiet"
                  label={fill(texts.changeOf, { name: entry.name })}
                  onClick={() => onChange(entry)}
                >
                  {texts.change}
                </Button>
                <Button
                  kind="quiet"
                  label={fill(texts.deleteOf, { name: entry.name })}
                  inert={write.isBusy.value}
                  onClick={() => remove(entry)}
                >
                  {texts.delete}
                </Button>
              </>
            )}
          </Entry>
        ))}
      </ul>
      <WriteNotice write={write} />
      {isReading.value && <p class="meta">{t().frame.loading}</p>}
      {!isReading.value && entries.value.length === 0 && <p class="meta">{texts.nobody}</p>}
      {isMore.value && !isReading.value && (
        <Button kind="quiet" onClick={readOlder}>
          {texts.more}
        </Button>
      )}
    </>
  );
};

const lineOf = ({ role, matter, aliases }: ConflictEntry) =>
  [t().setup.conflicts.roles[role], matter, ...aliases].filter(Boolean).join(", ");
