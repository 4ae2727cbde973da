import { attorneyCalendarsRecord } from "../../shared/calendars/busy-calendar.store.ts";
import { firstDateOf } from "../../shared/calendars/feed.rules.ts";
import { removeFeed } from "../../shared/calendars/feed.store.ts";
import { removeCalendar } from "../../shared/calendars/remove-calendar.ts";
import { deactivateMember } from "../../shared/members/deactivate-member.ts";
import { memberRecord } from "../../shared/members/member.store.ts";
import { notFound, requireFound } from "../../shared/schema/app-error.ts";
import { commit } from "../../shared/table/commit.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { type ConfirmOptions, operatorCommand } from "./operator-command.ts";
import { openFirm } from "./select-firms.ts";

const deactivate = async (options: ConfirmOptions, firm: string, id: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const memberId = id.toLowerCase();
  requireFound("member", await readRecord(table, memberRecord(firmId, memberId)));
  const deactivated = options.isConfirmed(firmId);
  if (deactivated) await deactivateMember(table, firmId, memberId);
  return { deactivated, member_id: memberId };
};

export const memberDeactivateCommand = operatorCommand<ConfirmOptions>({
  usage: "deactivate <firm> <member>",
  description:
    "deactivate a member, as after a restore: calendar links answer nothing, and nobody books them",
  examples: ["<firm> <member> --confirm <firm>"],
  confirms: "the firm's id",
  run: deactivate,
});

const deleteFeed = async (options: ConfirmOptions, firm: string, member: string, id: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const [attorneyId, calendar] = [member.toLowerCase(), id.toLowerCase()];
  const { calendars } = await readRecord(table, attorneyCalendarsRecord(firmId, attorneyId));
  if (!calendars[calendar]?.isFeed) throw notFound("feed");
  const deleted = options.isConfirmed(firmId);
  if (deleted) {
    await commit(table, [removeFeed(firmId, attorneyId, calendar)]);
    await removeCalendar(table, firmId, { attorneyId, calendar, firstDate: firstDateOf(calendar) });
  }
  return { deleted, feed_id: calendar };
};

export const feedDeleteCommand = operatorCommand<ConfirmOptions>({
  usage: "delete <firm> <member> <feed>",
  description: "delete a member's feed and its busy times, as after a restore",
  examples: ["<firm> <member> <feed> --confirm <firm>"],
  confirms: "the firm's id",
  run: deleteFeed,
});
