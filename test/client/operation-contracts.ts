import type { OperationId } from "../../client/src/generated.ts";
import { listAttorneys } from "../../shared/contract/attorneys.ts";
import { getAvailability } from "../../shared/contract/availability.ts";
import { getCalendar } from "../../shared/contract/calendar.ts";
import {
  archiveConsultation,
  completeConsultation,
  markNoShow,
  recordPayment,
  unarchiveConsultation,
} from "../../shared/contract/consultation-actions.ts";
import {
  bookConsultation,
  getConsultation,
  listConsultations,
  updateConsultation,
} from "../../shared/contract/consultations.ts";
import type { EndpointDefinition } from "../../shared/contract/endpoint-definition.ts";
import { getEvent, listEvents } from "../../shared/contract/events.ts";
import { getFirm, updateFirm } from "../../shared/contract/firm.ts";
import { createHold, deleteHold } from "../../shared/contract/holds.ts";
import {
  listInboundDeliveries,
  replayInboundDeliveries,
  replayInboundDelivery,
} from "../../shared/contract/inbound-deliveries.ts";
import { createKey, deleteKey, listKeys, updateKey } from "../../shared/contract/keys.ts";
import {
  archiveLead,
  createLead,
  getLead,
  listLeads,
  unarchiveLead,
  updateLead,
} from "../../shared/contract/leads.ts";
import { getMe } from "../../shared/contract/me.ts";
import { createMember, getMember, listMembers, updateMember } from "../../shared/contract/members.ts";
import { previewInboundDelivery } from "../../shared/contract/source-preview.ts";
import {
  createSource,
  getSource,
  listSources,
  rotateSourceKey,
  updateSource,
} from "../../shared/contract/sources.ts";
import {
  listWebhookDeliveries,
  recoverDeliveries,
  redeliverWebhook,
  sendTestEvent,
} from "../../shared/contract/webhook-deliveries.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from "../../shared/contract/webhooks.ts";

/** The contract of each operation of the client, with its own type. */
export const OPERATION_CONTRACTS = {
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
} as const satisfies Record<OperationId, EndpointDefinition>;
