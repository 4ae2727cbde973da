import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Feed } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { ago } from "../dates.ts";
import { listOf } from "../directory.ts";
import { useForm } from "../form.ts";
import { Button } from "../parts.tsx";
import { intake } from "../requests.ts";
import { Entry, Sheet } from "../sheet.tsx";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { useEnding } from "./ending.ts";
import { createdAs } from "./rules.ts";

/** An address is a secret: the form forgets it once it is stored. */
const EMPTY = { name: "", url: "" };

/** A member's own calendars, whose times block bookings. */
export const Calendars = ({ id }: { readonly id: string }) => {
  const texts = t().setup.attorney;
  const feeds = useSignal<readonly Feed[]>([]);
  const read = async () => {
    feeds.value = await listOf(intake().listFeeds.items({ path: { id } }));
    return feeds.value;
  };
  useEffect(() => {
    read().catch(() => {});
  }, []);
  const { write, end } = useEnding(read);
  const known = feeds.value;
  const form = useForm<Feed | null, typeof EMPTY>({
    stored: null,
    valuesOf: () => EMPTY,
    what: ({ name }) => fill(texts.reading, { name }),
    send: (changes, _stored, options) =>
      intake().createFeed({ path: { id }, body: { ...EMPTY, ...changes } }, options),
    find: async ({ name }) => createdAs(await read(), known, name),
    onSaved: () => read().catch(() => {}),
  });
  const remove = (feedId: string, name: string) =>
    end({
      what: fill(texts.removing, { name }),
      id: feedId,
      send: (options) => intake().deleteFeed({ path: { id, feedId } }, options),
    });
  return (
    <div class="setup-part">
      <h3>{texts.calendars}</h3>
      <p class="meta">{texts.calendarsHint}</p>
      <ul>
        {known.map((feed) => {
          const name = feed.name || feed.url;
          return (
            <Entry key={feed.id} name={name} meta={stateOf(feed)}>
              <Button
                kind="quiet"
                label={`${t().setup.remove}: ${name}`}
                onClick={() => remove(feed.id, name)}
              >
                {t().setup.remove}
              </Button>
            </Entry>
          );
        })}
      </ul>
      <WriteNotice write={write} />
      <Sheet
        form={form}
        submit={texts.read}
        isMinor
        fields={{
          name: { label: t().setup.name },
          url: { label: texts.address, hint: texts.addressHint, mode: "url" },
        }}
      />
    </div>
  );
};

const stateOf = ({ last_error, last_fetched_at }: Feed) => {
  const texts = t().setup.attorney;
  if (last_error !== null) return last_error;
  return last_fetched_at ? fill(texts.readAt, { ago: ago(last_fetched_at) }) : texts.notRead;
};
