// Written by "npm run openapi" from the contracts; do not edit.

import type { EndpointDefinition } from "./api/endpoint-definition.ts";
import type { EndpointDescription } from "./api/endpoint-description.ts";
import * as lead from "./leads/lead.contract.ts";
import * as leadsByContact from "./leads/leads-by-contact.contract.ts";
import * as conflictEntry from "./conflicts/conflict-entry.contract.ts";
import * as activity from "./activities/activity.contract.ts";
import * as conflictCheck from "./conflicts/conflict-check.contract.ts";
import * as leadMerge from "./lead-merge/lead-merge.contract.ts";
import * as link from "./links/link.contract.ts";
import * as consultation from "./consultations/consultation.contract.ts";
import * as calendarFile from "./consultations/calendar-file.contract.ts";
import * as consultationActions from "./consultations/consultation-actions.contract.ts";
import * as hold from "./scheduling/hold.contract.ts";
import * as attorney from "./members/attorney.contract.ts";
import * as availability from "./scheduling/availability.contract.ts";
import * as calendar from "./consultations/calendar.contract.ts";
import * as byLink from "./links/by-link.contract.ts";
import * as firm from "./settings/firm.contract.ts";
import * as member from "./members/member.contract.ts";
import * as source from "./sources/source.contract.ts";
import * as sourcePreview from "./sources/source-preview.contract.ts";
import * as inboundDelivery from "./sources/inbound-delivery.contract.ts";
import * as me from "./keys/me.contract.ts";
import * as apiKey from "./keys/api-key.contract.ts";
import * as event from "./events/event.contract.ts";
import * as webhook from "./webhooks/webhook.contract.ts";
import * as webhookDelivery from "./webhooks/webhook-delivery.contract.ts";
import * as busyCalendar from "./calendars/busy-calendar.contract.ts";
import * as calendarLink from "./calendars/calendar-link.contract.ts";
import * as feed from "./calendars/feed.contract.ts";
import * as session from "./people/session.contract.ts";
import * as signInLink from "./people/sign-in-link.contract.ts";

const endpoints = [
  lead.createLeadEndpoint,
  lead.listLeadsEndpoint,
  lead.getLeadEndpoint,
  lead.updateLeadEndpoint,
  lead.archiveLeadEndpoint,
  lead.unarchiveLeadEndpoint,
  leadsByContact.lookUpLeadsEndpoint,
  leadsByContact.listDuplicatesEndpoint,
  conflictEntry.listConflictEntriesEndpoint,
  conflictEntry.getConflictEntryEndpoint,
  conflictEntry.putConflictEntryEndpoint,
  conflictEntry.deleteConflictEntryEndpoint,
  conflictEntry.putConflictEntriesEndpoint,
  activity.createActivityEndpoint,
  activity.listActivitiesEndpoint,
  conflictCheck.createConflictCheckEndpoint,
  conflictCheck.listConflictChecksEndpoint,
  conflictCheck.decideConflictCheckEndpoint,
  leadMerge.mergeLeadEndpoint,
  link.createLinkEndpoint,
  link.listLinksEndpoint,
  link.deleteLinkEndpoint,
  consultation.bookConsultationEndpoint,
  consultation.listConsultationsEndpoint,
  consultation.getConsultationEndpoint,
  consultation.updateConsultationEndpoint,
  calendarFile.getCalendarFileEndpoint,
  consultationActions.completeConsultationEndpoint,
  consultationActions.markNoShowEndpoint,
  consultationActions.recordPaymentEndpoint,
  consultationActions.archiveConsultationEndpoint,
  consultationActions.unarchiveConsultationEndpoint,
  hold.createHoldEndpoint,
  hold.deleteHoldEndpoint,
  attorney.listAttorneysEndpoint,
  availability.findAvailabilityEndpoint,
  availability.getAvailabilityEndpoint,
  calendar.getCalendarEndpoint,
  byLink.getLinkEndpoint,
  byLink.getLinkAvailabilityEndpoint,
  byLink.bookByLinkEndpoint,
  byLink.updateByLinkEndpoint,
  byLink.getLinkCalendarFileEndpoint,
  firm.getFirmEndpoint,
  firm.updateFirmEndpoint,
  member.createMemberEndpoint,
  member.listMembersEndpoint,
  member.getMemberEndpoint,
  member.updateMemberEndpoint,
  source.createSourceEndpoint,
  source.listSourcesEndpoint,
  source.getSourceEndpoint,
  source.updateSourceEndpoint,
  source.rotateSourceKeyEndpoint,
  sourcePreview.previewInboundDeliveryEndpoint,
  inboundDelivery.listInboundDeliveriesEndpoint,
  inboundDelivery.replayInboundDeliveryEndpoint,
  inboundDelivery.dismissInboundDeliveryEndpoint,
  inboundDelivery.replayInboundDeliveriesEndpoint,
  me.getMeEndpoint,
  apiKey.createKeyEndpoint,
  apiKey.listKeysEndpoint,
  apiKey.updateKeyEndpoint,
  apiKey.deleteKeyEndpoint,
  event.listEventsEndpoint,
  event.getEventEndpoint,
  webhook.createWebhookEndpoint,
  webhook.listWebhooksEndpoint,
  webhook.getWebhookEndpoint,
  webhook.updateWebhookEndpoint,
  webhook.deleteWebhookEndpoint,
  webhook.rotateWebhookSecretEndpoint,
  webhookDelivery.sendTestEventEndpoint,
  webhookDelivery.listWebhookDeliveriesEndpoint,
  webhookDelivery.redeliverWebhookEndpoint,
  webhookDelivery.recoverDeliveriesEndpoint,
  busyCalendar.pushBusyTimesEndpoint,
  busyCalendar.listBusyCalendarsEndpoint,
  busyCalendar.deleteBusyCalendarEndpoint,
  calendarLink.createCalendarLinkEndpoint,
  calendarLink.listCalendarLinksEndpoint,
  calendarLink.deleteCalendarLinkEndpoint,
  calendarLink.getCalendarFeedEndpoint,
  feed.createFeedEndpoint,
  feed.listFeedsEndpoint,
  feed.deleteFeedEndpoint,
  session.createSessionEndpoint,
  session.deleteSessionEndpoint,
  session.listSessionsEndpoint,
  session.endSessionEndpoint,
  signInLink.createSignInLinkEndpoint,
] as const satisfies readonly EndpointDefinition[];

/** The contract of one endpoint, with its own types. */
export type Endpoint = (typeof endpoints)[number];

/** Every endpoint of the API: the stack creates a route and a function for each. */
export const ENDPOINTS: readonly EndpointDefinition[] = endpoints;

/** The descriptions of all endpoints, for people and the client. No function uses this list, so no bundle has them. */
export const DESCRIPTIONS: Readonly<Record<Endpoint["name"], EndpointDescription>> = {
  "create-lead": lead.createLeadDescription,
  "list-leads": lead.listLeadsDescription,
  "get-lead": lead.getLeadDescription,
  "update-lead": lead.updateLeadDescription,
  "archive-lead": lead.archiveLeadDescription,
  "unarchive-lead": lead.unarchiveLeadDescription,
  "look-up-leads": leadsByContact.lookUpLeadsDescription,
  "list-duplicates": leadsByContact.listDuplicatesDescription,
  "list-conflict-entries": conflictEntry.listConflictEntriesDescription,
  "get-conflict-entry": conflictEntry.getConflictEntryDescription,
  "put-conflict-entry": conflictEntry.putConflictEntryDescription,
  "delete-conflict-entry": conflictEntry.deleteConflictEntryDescription,
  "put-conflict-entries": conflictEntry.putConflictEntriesDescription,
  "create-activity": activity.createActivityDescription,
  "list-activities": activity.listActivitiesDescription,
  "create-conflict-check": conflictCheck.createConflictCheckDescription,
  "list-conflict-checks": conflictCheck.listConflictChecksDescription,
  "decide-conflict-check": conflictCheck.decideConflictCheckDescription,
  "merge-lead": leadMerge.mergeLeadDescription,
  "create-link": link.createLinkDescription,
  "list-links": link.listLinksDescription,
  "delete-link": link.deleteLinkDescription,
  "book-consultation": consultation.bookConsultationDescription,
  "list-consultations": consultation.listConsultationsDescription,
  "get-consultation": consultation.getConsultationDescription,
  "update-consultation": consultation.updateConsultationDescription,
  "get-calendar-file": calendarFile.getCalendarFileDescription,
  "complete-consultation": consultationActions.completeConsultationDescription,
  "mark-no-show": consultationActions.markNoShowDescription,
  "record-payment": consultationActions.recordPaymentDescription,
  "archive-consultation": consultationActions.archiveConsultationDescription,
  "unarchive-consultation": consultationActions.unarchiveConsultationDescription,
  "create-hold": hold.createHoldDescription,
  "delete-hold": hold.deleteHoldDescription,
  "list-attorneys": attorney.listAttorneysDescription,
  "find-availability": availability.findAvailabilityDescription,
  "get-availability": availability.getAvailabilityDescription,
  "get-calendar": calendar.getCalendarDescription,
  "get-link": byLink.getLinkDescription,
  "get-link-availability": byLink.getLinkAvailabilityDescription,
  "book-by-link": byLink.bookByLinkDescription,
  "update-by-link": byLink.updateByLinkDescription,
  "get-link-calendar-file": byLink.getLinkCalendarFileDescription,
  "get-firm": firm.getFirmDescription,
  "update-firm": firm.updateFirmDescription,
  "create-member": member.createMemberDescription,
  "list-members": member.listMembersDescription,
  "get-member": member.getMemberDescription,
  "update-member": member.updateMemberDescription,
  "create-source": source.createSourceDescription,
  "list-sources": source.listSourcesDescription,
  "get-source": source.getSourceDescription,
  "update-source": source.updateSourceDescription,
  "rotate-source-key": source.rotateSourceKeyDescription,
  "preview-inbound-delivery": sourcePreview.previewInboundDeliveryDescription,
  "list-inbound-deliveries": inboundDelivery.listInboundDeliveriesDescription,
  "replay-inbound-delivery": inboundDelivery.replayInboundDeliveryDescription,
  "dismiss-inbound-delivery": inboundDelivery.dismissInboundDeliveryDescription,
  "replay-inbound-deliveries": inboundDelivery.replayInboundDeliveriesDescription,
  "get-me": me.getMeDescription,
  "create-key": apiKey.createKeyDescription,
  "list-keys": apiKey.listKeysDescription,
  "update-key": apiKey.updateKeyDescription,
  "delete-key": apiKey.deleteKeyDescription,
  "list-events": event.listEventsDescription,
  "get-event": event.getEventDescription,
  "create-webhook": webhook.createWebhookDescription,
  "list-webhooks": webhook.listWebhooksDescription,
  "get-webhook": webhook.getWebhookDescription,
  "update-webhook": webhook.updateWebhookDescription,
  "delete-webhook": webhook.deleteWebhookDescription,
  "rotate-webhook-secret": webhook.rotateWebhookSecretDescription,
  "send-test-event": webhookDelivery.sendTestEventDescription,
  "list-webhook-deliveries": webhookDelivery.listWebhookDeliveriesDescription,
  "redeliver-webhook": webhookDelivery.redeliverWebhookDescription,
  "recover-deliveries": webhookDelivery.recoverDeliveriesDescription,
  "push-busy-times": busyCalendar.pushBusyTimesDescription,
  "list-busy-calendars": busyCalendar.listBusyCalendarsDescription,
  "delete-busy-calendar": busyCalendar.deleteBusyCalendarDescription,
  "create-calendar-link": calendarLink.createCalendarLinkDescription,
  "list-calendar-links": calendarLink.listCalendarLinksDescription,
  "delete-calendar-link": calendarLink.deleteCalendarLinkDescription,
  "get-calendar-feed": calendarLink.getCalendarFeedDescription,
  "create-feed": feed.createFeedDescription,
  "list-feeds": feed.listFeedsDescription,
  "delete-feed": feed.deleteFeedDescription,
  "create-session": session.createSessionDescription,
  "delete-session": session.deleteSessionDescription,
  "list-sessions": session.listSessionsDescription,
  "end-session": session.endSessionDescription,
  "create-sign-in-link": signInLink.createSignInLinkDescription,
};
