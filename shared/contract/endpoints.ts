import { listAttorneys } from "./attorneys.ts";
import { getAvailability } from "./availability.ts";
import { getCalendar } from "./calendar.ts";
import {
  archiveConsultation,
  completeConsultation,
  markNoShow,
  recordPayment,
  unarchiveConsultation,
} from "./consultation-actions.ts";
import { bookConsultation, getConsultation, listConsultations, updateConsultation } from "./consultations.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import { getEvent, listEvents } from "./events.ts";
import { getFirm, updateFirm } from "./firm.ts";
import { createHold, deleteHold } from "./holds.ts";
import {
  listInboundDeliveries,
  replayInboundDeliveries,
  replayInboundDelivery,
} from "./inbound-deliveries.ts";
import { createKey, deleteKey, listKeys, updateKey } from "./keys.ts";
import { archiveLead, createLead, getLead, listLeads, unarchiveLead, updateLead } from "./leads.ts";
import { getMe } from "./me.ts";
import { createMember, getMember, listMembers, updateMember } from "./members.ts";
import { previewInboundDelivery } from "./source-preview.ts";
import { createSource, getSource, listSources, rotateSourceKey, updateSource } from "./sources.ts";
import {
  listWebhookDeliveries,
  recoverDeliveries,
  redeliverWebhook,
  sendTestEvent,
} from "./webhook-deliveries.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from "./webhooks.ts";

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
