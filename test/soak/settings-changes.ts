import { type FirmSettings, lastOf, type Timeline } from "./history.ts";
import type { RandomInput } from "./random-input.ts";
import { type Answer, ENDPOINTS, outcomeOf, send, type World } from "./world.ts";

const { updateMember, updateFirm } = ENDPOINTS;

/**
 * Returns changes of settings. A change is null while its document is being changed, so that the order of changes is
 * known.
 */
export const newSettingsChanges = (world: World, random: RandomInput, problems: string[]) => {
  const documents = ["firm" as const, ...world.contended];
  type Document = (typeof documents)[number];

  const changeDocument = async <Settings extends object>(
    timeline: Timeline<Settings>,
    change: Partial<Settings>,
    request: (body: unknown) => Promise<Answer>,
  ) => {
    const answer = await request(change);
    if (answer.response.status !== 200) problems.push(`${outcomeOf(answer.response)} for settings`);
    timeline.push({ settings: { ...lastOf(timeline), ...change }, sent: answer.during });
    return answer;
  };

  const changeFirm = (change: Partial<FirmSettings>) =>
    changeDocument(world.firm, change, (body) => send(world, updateFirm, { body }));

  const changing = async (document: Document | undefined, change: () => Promise<Answer>) => {
    if (document === undefined || !documents.includes(document)) return null;
    documents.splice(documents.indexOf(document), 1);
    const answer = await change();
    documents.push(document);
    return answer;
  };

  return {
    settings: () => {
      const document = random.pick(documents);
      return changing(document, () =>
        document === undefined || document === "firm"
          ? changeFirm(random.firmChange())
          : changeDocument(document.timeline, random.attorneyChange(), (body) =>
              send(world, updateMember, { id: document.id, body }),
            ),
      );
    },
    reminders: () => changing("firm", () => changeFirm(random.reminderChange(lastOf(world.firm)))),
  };
};
