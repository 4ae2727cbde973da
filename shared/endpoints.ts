import type { EndpointDefinition } from "./api/endpoint-definition.ts";
import { getCalendarEndpoint } from "./consultations/calendar.contract.ts";
import { getCalendarFileEndpoint } from "./consultations/calendar-file.contract.ts";
import {
  bookConsultationEndpoint,
  getConsultationEndpoint,
  listConsultationsEndpoint,
  updateConsultationEndpoint,
} from "./consultations/consultation.contract.ts";
import {
  archiveConsultationEndpoint,
  completeConsultationEndpoint,
  markNoShowEndpoint,
  recordPaymentEndpoint,
  unarchiveConsultationEndpoint,
} from "./consultations/consultation-actions.contract.ts";
import { getEventEndpoint, listEventsEndpoint } from "./events/event.contract.ts";
import {
  createKeyEndpoint,
  deleteKeyEndpoint,
  listKeysEndpoint,
  updateKeyEndpoint,
} from "./keys/api-key.contract.ts";
import { getMeEndpoint } from "./keys/me.contract.ts";
import { mergeLeadEndpoint } from "./lead-merge/lead-merge.contract.ts";
import {
  archiveLeadEndpoint,
  createLeadEndpoint,
  getLeadEndpoint,
  listLeadsEndpoint,
  unarchiveLeadEndpoint,
  updateLeadEndpoint,
} from "./leads/lead.contract.ts";
import { listDuplicatesEndpoint, lookUpLeadsEndpoint } from "./leads/leads-by-contact.contract.ts";
import {
  bookByLinkEndpoint,
  getLinkAvailabilityEndpoint,
  getLinkCalendarFileEndpoint,
  getLinkEndpoint,
  updateByLinkEndpoint,
} from "./links/by-link.contract.ts";
import { createLinkEndpoint, deleteLinkEndpoint, listLinksEndpoint } from "./links/link.contract.ts";
import { listAttorneysEndpoint } from "./members/attorney.contract.ts";
import {
  createMemberEndpoint,
  getMemberEndpoint,
  listMembersEndpoint,
  updateMemberEndpoint,
} from "./members/member.contract.ts";
import { findAvailabilityEndpoint, getAvailabilityEndpoint } from "./scheduling/availability.contract.ts";
import { createHoldEndpoint, deleteHoldEndpoint } from "./scheduling/hold.contract.ts";
import { getFirmEndpoint, updateFirmEndpoint } from "./settings/firm.contract.ts";
import {
  listInboundDeliveriesEndpoint,
  replayInboundDeliveriesEndpoint,
  replayInboundDeliveryEndpoint,
} from "./sources/inbound-delivery.contract.ts";
import {
  createSourceEndpoint,
  getSourceEndpoint,
  listSourcesEndpoint,
  rotateSourceKeyEndpoint,
  updateSourceEndpoint,
} from "./sources/source.contract.ts";
import { previewInboundDeliveryEndpoint } from "./sources/source-preview.contract.ts";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhooksEndpoint,
  rotateWebhookSecretEndpoint,
  updateWebhookEndpoint,
} from "./webhooks/webhook.contract.ts";
import {
  listWebhookDeliveriesEndpoint,
  recoverDeliveriesEndpoint,
  redeliverWebhookEndpoint,
  sendTestEventEndpoint,
} from "./webhooks/webhook-delivery.contract.ts";

const endpoints = [
  createLeadEndpoint,
  listLeadsEndpoint,
  lookUpLeadsEndpoint,
  getLeadEndpoint,
  updateLeadEndpoint,
  archiveLeadEndpoint,
  unarchiveLeadEndpoint,
  listDuplicatesEndpoint,
  mergeLeadEndpoint,
  createLinkEndpoint,
  listLinksEndpoint,
  deleteLinkEndpoint,
  bookConsultationEndpoint,
  listConsultationsEndpoint,
  getConsultationEndpoint,
  getCalendarFileEndpoint,
  updateConsultationEndpoint,
  completeConsultationEndpoint,
  markNoShowEndpoint,
  recordPaymentEndpoint,
  archiveConsultationEndpoint,
  unarchiveConsultationEndpoint,
  createHoldEndpoint,
  deleteHoldEndpoint,
  listAttorneysEndpoint,
  findAvailabilityEndpoint,
  getAvailabilityEndpoint,
  getCalendarEndpoint,
  getLinkEndpoint,
  getLinkAvailabilityEndpoint,
  bookByLinkEndpoint,
  updateByLinkEndpoint,
  getLinkCalendarFileEndpoint,
  getFirmEndpoint,
  updateFirmEndpoint,
  createMemberEndpoint,
  listMembersEndpoint,
  getMemberEndpoint,
  updateMemberEndpoint,
  createSourceEndpoint,
  listSourcesEndpoint,
  getSourceEndpoint,
  updateSourceEndpoint,
  rotateSourceKeyEndpoint,
  previewInboundDeliveryEndpoint,
  listInboundDeliveriesEndpoint,
  replayInboundDeliveryEndpoint,
  replayInboundDeliveriesEndpoint,
  getMeEndpoint,
  createKeyEndpoint,
  listKeysEndpoint,
  updateKeyEndpoint,
  deleteKeyEndpoint,
  listEventsEndpoint,
  getEventEndpoint,
  createWebhookEndpoint,
  listWebhooksEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecretEndpoint,
  sendTestEventEndpoint,
  listWebhookDeliveriesEndpoint,
  redeliverWebhookEndpoint,
  recoverDeliveriesEndpoint,
] as const satisfies readonly EndpointDefinition[];

/** The contract of one endpoint, with its own types. */
export type Endpoint = (typeof endpoints)[number];

/** Every endpoint of the API: the stack creates a route and a function for each. */
export const ENDPOINTS: readonly EndpointDefinition[] = endpoints;
