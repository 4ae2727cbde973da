import { attorneyCalendarsRecord } from "../../shared/calendars/busy-calendar.store.ts";
import { firstDateOf } from "../../shared/calendars/feed.rules.ts";
import { removeFeed } from "../../shared/calendars/feed.store.ts";
import { removeCalendar } from "../../shared/calendars/remove-calendar.ts";
import { deactivateMember } from "../../shared/members/deactivate-member.ts";
import { updateMemberEndpoint } from "../../shared/members/member.contract.ts";
import { firmMembers, memberRecord } from "../../shared/members/member.store.ts";
import { endAllSessions } from "../../shared/people/end-all-sessions.ts";
import { issueSignInLink } from "../../shared/people/issue-sign-in-link.ts";
import { notFound, requireFound } from "../../shared/schema/app-error.ts";
import { commit } from "../../shared/table/commit.ts";
import { readRecord, readRecords } from "../../shared/table/read-records.ts";
import { type ConfirmOptions, type OperatorOptions, operatorCommand } from "./operator-command.ts";
import { parseField } from "./parse-argument.ts";
import { type FirmOptions, openFirm, rowsOfFirms, withFirm } from "./select-firms.ts";
import { addressOf, withAddress } from "./service-address.ts";

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
    "deactivate a member, as after a restore: sessions end, calendar links answer nothing, and nobody books them",
  examples: ["<firm> <member> --confirm <firm>"],
  confirms: "the firm's id",
  run: deactivate,
});

type SignInOptions = OperatorOptions & { readonly email: string; readonly url?: string };

/** An address of several members is refused, since the link of another one would give their access. */
const signIn = async ({ email, url, ...options }: SignInOptions, firm: string) => {
  const baseUrl = await addressOf(url, options);
  const { table, firmId } = await openFirm(firm, options);
  const { members } = await readRecords(table, { members: firmMembers(firmId) });
  const found = members.filter((member) => member.active && email !== "" && member.email === email);
  const [member, ...others] = found;
  if (member === undefined) throw notFound("active member with this email");
  if (others.length > 0)
    throw new Error(`several active members have this email: ${found.map(({ id }) => id).join(", ")}`);
  const request = { firmId, memberId: member.id, baseUrl, nowMilliseconds: Date.now() };
  const { url: sign_in_url, expires_at } = await issueSignInLink(table, request);
  console.error("The link works once, and is not shown again: whoever opens it is that member.");
  return { member_id: member.id, access: member.access, sign_in_url, expires_at };
};

export const memberSignInCommand = withAddress(
  operatorCommand<SignInOptions>({
    usage: "sign-in <firm>",
    description: "create the link with which a member signs in, as when nobody else can",
    examples: [
      "<firm> --email dana@example.com",
      "<firm> --email dana@example.com --stage prod --url https://intake.example.com",
    ],
    run: signIn,
  }).requiredOption(
    "--email <email>",
    "the member's email address",
    parseField(updateMemberEndpoint.body, "email"),
  ),
);

type SignOutOptions = FirmOptions & ConfirmOptions;

const ALL = "all";

const signOut = async (options: SignOutOptions) => {
  const ended = options.isConfirmed(options.firm ?? ALL);
  return rowsOfFirms(options, async (table, { id: firmId }) => {
    const counts = await endAllSessions(table, { firmId, dryRun: !ended, onFault: options.onFault });
    return [{ firm_id: firmId, ended, ...counts }];
  });
};

export const memberSignOutCommand = withFirm(
  operatorCommand<SignOutOptions>({
    usage: "sign-out",
    description: "end the sessions and sign-in links of all members, as after a restore",
    examples: ["--confirm all --stage prod", "--firm <firm> --confirm <firm>"],
    confirms: "the firm's id, or all",
    run: signOut,
  }),
);

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
