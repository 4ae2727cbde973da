import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Member, Session } from "../../../client/src/index.ts";
import { fill } from "../../shared/fill.ts";
import { ago, shortDate } from "../dates.ts";
import { listOf } from "../directory.ts";
import { Button, Dialog, Tag } from "../parts.tsx";
import { intake } from "../requests.ts";
import { me } from "../session.ts";
import { Entry } from "../sheet.tsx";
import { t } from "../texts.ts";
import { WriteNotice } from "../write-notice.tsx";
import { useEnding } from "./ending.ts";
import { browserOf } from "./rules.ts";

/** Where a member is signed in. The frame's own button signs out here. */
export const Sessions = ({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) => {
  const texts = t().setup.office;
  const sessions = useSignal<readonly Session[] | null>(null);
  const read = async () => {
    sessions.value = await listOf(intake().listSessions.items({ path: member }));
    return sessions.value;
  };
  const { write, end } = useEnding(read);
  useEffect(() => {
    read().catch(() => {});
  }, []);
  const endOne = ({ id }: Session, browser: string) =>
    end({
      what: fill(texts.ending, { browser }),
      id,
      send: (options) => intake().endSession({ path: { id: member.id, sessionId: id } }, options),
    });
  return (
    <Dialog title={fill(texts.sessionsOf, { name: member.name })} onClose={onClose}>
      <div>
        {sessions.value?.length === 0 && <p>{texts.noSessions}</p>}
        <ul>
          {sessions.value?.map((session) => {
            const browser = browserWords(session);
            const used = { ago: ago(session.last_used_at), since: shortDate(session.created_at) };
            return (
              <Entry key={session.id} name={browser} meta={fill(texts.used, used)}>
                {session.id === me.value?.key.id ? (
                  <Tag>{texts.here}</Tag>
                ) : (
                  <Button
                    kind="danger"
                    label={`${texts.end}: ${browser}`}
                    onClick={() => endOne(session, browser)}
                  >
                    {texts.end}
                  </Button>
                )}
              </Entry>
            );
          })}
        </ul>
        <WriteNotice write={write} />
      </div>
    </Dialog>
  );
};

const browserWords = ({ browser }: Session) => {
  const named = browserOf(browser);
  return named ? fill(t().setup.office.browser, named) : browser || t().setup.office.unknownBrowser;
};
