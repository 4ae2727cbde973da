import type { EndpointDefinition } from "./api/endpoint-definition.ts";
import {
  bookConsultation,
  getConsultation,
  listConsultations,
  updateConsultation,
} from "./consultations/consultation.contract.ts";
import {
  archiveConsultation,
  completeConsultation,
  markNoShow,
  recordPayment,
  unarchiveConsultation,
} from "./consultations/consultation-actions.contract.ts";
import { getEvent, listEvents } from "./events/event.contract.ts";
import { getFirm, updateFirm } from "./firm/firm.contract.ts";
import { createKey, deleteKey, listKeys, updateKey } from "./keys/api-key.contract.ts";
import { getMe } from "./keys/me.contract.ts";
import {
  archiveLead,
  createLead,
  getLead,
  listLeads,
  unarchiveLead,
  updateLead,
} from "./leads/lead.contract.ts";
import { listAttorneys } from "./members/attorney.contract.ts";
import { createMember, getMember, listMembers, updateMember } from "./members/member.contract.ts";
import { getAvailability } from "./scheduling/availability.contract.ts";
import { getCalendar } from "./scheduling/calendar.contract.ts";
import { createHold, deleteHold } from "./scheduling/hold.contract.ts";
import {
  listInboundDeliveries,
  replayInboundDeliveries,
  replayInboundDelivery,
} from "./sources/inbound-delivery.contract.ts";
import {
  createSource,
  getSource,
  listSources,
  rotateSourceKey,
  updateSource,
} from "./sources/source.contract.ts";
import { previewInboundDelivery } from "./sources/source-preview.contract.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from "./webhooks/webhook.contract.ts";
import {
  listWebhookDeliveries,
  recoverDeliveries,
  redeliverWebhook,
  sendTestEvent,
} from "./webhooks/webhook-delivery.contract.ts";

const endpoints = [
  createLead,
  listLeads,
  getLead,
  updateLead,
  archiveLead,
  unarchiveLead,
  bookConsultation,
  listConsultations,
  getConsultation,
  updateConsultation,
  completeConsultation,
  markNoShow,
  recordPayment,
  archiveConsultation,
  unarchiveConsultation,
  createHold,
  deleteHold,
  listAttorneys,
  getAvailability,
  getCalendar,
  getFirm,
  updateFirm,
  createMember,
  listMembers,
  getMember,
  updateMember,
  createSource,
  listSources,
  getSource,
  updateSource,
  rotateSourceKey,
  previewInboundDelivery,
  listInboundDeliveries,
  replayInboundDelivery,
  replayInboundDeliveries,
  getMe,
  createKey,
  listKeys,
  updateKey,
  deleteKey,
  listEvents,
  getEvent,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  sendTestEvent,
  listWebhookDeliveries,
  redeliverWebhook,
  recoverDeliveries,
] as const satisfies readonly EndpointDefinition[];

/** The contract of one endpoint, with its own types. */
export type Endpoint = (typeof endpoints)[number];

/** Every endpoint of the API: the stack creates a route and a function for each. */
export const ENDPOINTS: readonly EndpointDefinition[] = endpoints;
