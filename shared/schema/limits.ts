/** Limits that callers can reach. Each name includes the unit. */
export const LIMITS = {
  nameCharacters: 200,
  stageKeyCharacters: 64,
  fieldKeyCharacters: 64,
  optionCharacters: 200,
  roleCharacters: 100,
  reasonCharacters: 500,
  sourceCharacters: 100,
  emailCharacters: 254,
  phoneCharacters: 40,
  matterCharacters: 200,
  entryKeyCharacters: 100,
  // For one entry of the register of conflicts.
  entryAliases: 10,
  // In one batch.
  entries: 100,
  consultationTypeCharacters: 100,
  consultationTypeKeyCharacters: 64,
  timeZoneCharacters: 100,
  outcomeCharacters: 500,
  locationCharacters: 300,
  activityTextCharacters: 4_000,
  // In one check for conflicts.
  conflictMatches: 200,
  // On one check.
  conflictDecisions: 100,
  durationMinutesMinimum: 5,
  durationMinutesMaximum: 1_440,
  rangeDays: 31,
  stepMinutesDefault: 15,
  noticeMinutes: 366 * 1_440,
  advanceDays: 36_500,
  bufferMinutes: 1_440,
  consultationsPerDay: 1_000,
  // For one consultation.
  reminders: 5,
  clientMoves: 100,
  reminderMinutesMinimum: 5,
  reminderMinutesMaximum: 30 * 1_440,
  // For one attorney.
  busyCalendars: 5,
  // For one member.
  calendarLinks: 10,
  calendarLinkRequestsPerMinute: 60,
  sessions: 10,
  sessionRequestsPerMinute: 600,
  signInRequestsPerMinute: 60,
  signInLinkDays: 7,
  // At the longest, however much it is used.
  keptSessionDays: 180,
  // The stored part of a browser's name for itself.
  browserCharacters: 200,
  // The limits of one published calendar.
  publishedConsultations: 5_000,
  publishedDaysBack: 30,
  publishedDaysAhead: 366,
  // After the cancellation.
  publishedCanceledDays: 30,
  // In one push.
  pushedTimes: 500,
  // For one calendar on a UTC date.
  busyTimesOfDay: 50,
  busyDaysAhead: 400,
  // Consultations that one push newly overlaps, each with an event.
  newOverlaps: 40,
  uidCharacters: 255,
  // For one member, beside the calendars of pushes.
  feeds: 3,
  feedDays: 180,
  // Decoded.
  feedBytes: 2 * 1024 * 1024,
  staleMinutesMinimum: 5,
  staleMinutesMaximum: 30 * 1_440,
  holdSecondsMinimum: 30,
  holdSecondsMaximum: 900,
  holdSecondsDefault: 600,
  // For one attorney.
  liveHolds: 20,
  linkHoursDefault: 168,
  linkHoursMaximum: 90 * 24,
  linkRequestsPerMinute: 60,
  // After the end of its consultation.
  linkShownDays: 30,
  dataTextCharacters: 4_000,
  dataBytes: 64 * 1024,
  bodyBytes: 64 * 1024,
  idempotencyKeyCharacters: 255,
  idempotencyKeySeconds: 48 * 3600,
  pageSizeDefault: 50,
  pageSizeMaximum: 200,
  requestsPerMinuteDefault: 1_200,
  /** Of a source with a key in a page, which anyone can read there. */
  pageRequestsPerMinuteDefault: 60,
  requestsPerMinuteMaximum: 60_000,
  /** The highest limit that the operator may set across the keys of a firm. */
  firmRequestsPerMinuteMaximum: 600_000,
  // Entries per list in the settings. Together with the body limit, they keep every record far below DynamoDB's 400 KB,
  // and small enough to be read with each lead.
  stages: 50,
  // Of one lead.
  parties: 20,
  partyAliases: 2,
  // Consultations that one merge of leads moves: a transaction holds 100 items and 4 MB.
  mergedConsultations: 40,
  // Merged into one lead, directly or not.
  mergedLeads: 50,
  customFields: 100,
  fieldOptions: 200,
  holidays: 300,
  consultationTypes: 50,
  routingRules: 50,
  routingKeyCharacters: 64,
  // For one rule.
  routingMembers: 20,
  routingWeight: 20,
  routingWeights: 100,
  respondWithinMinutes: 7 * 1_440,
  // For bookings that name no attorney.
  poolAttorneys: 20,
  /** In the `ids` of a list of leads. */
  namedLeads: 50,
  // The text of a pool's ids in a query, with commas and spaces.
  officeHours: 70,
  dateHours: 60,
  // For one of these dates.
  dateWindows: 10,
  timeOff: 300,
  keys: 500,
  members: 500,
  // Entries of a list of scopes or event types, repeated ones included.
  listEntries: 100,
  dataEntries: 1_000,
  mappingEntries: 200,
  // Paths of text fields that hold JSON.
  jsonFields: 20,
  formFields: 1_000,
  partHeaderBytes: 8 * 1024,
  // The stored part of a delivery's content type, user agent, signature and origin.
  deliveryHeaderCharacters: 200,
  // Paths that one target of a mapping tries in turn.
  mappingPaths: 10,
  conditions: 10,
  signaturePrefixCharacters: 50,
  sourceSecretCharacters: 500,
  allowedOrigins: 20,
  unusedPaths: 200,
  conditionValues: 50,
  externalIdCharacters: 255,
  // Deliveries of one external id, to recognize late retries.
  rememberedDeliveries: 8,
  pathCharacters: 500,
  oldKeyValidHoursDefault: 24,
  oldKeyValidHoursMaximum: 168,
  deliveryRetentionSeconds: 30 * 24 * 3600,
  // For one request.
  replayedDeliveries: 100,
  // The stored part of an inbound body. Keeps the record far below DynamoDB's 400 KB.
  deliveryBodyBytes: 256 * 1024,
  webhooks: 50,
  urlCharacters: 2_000,
  webhookDescriptionCharacters: 500,
  webhookHeaders: 10,
  headerNameCharacters: 100,
  webhookHeaderCharacters: 1_000,
} as const;

/**
 * Returns the limit that a number breaks; null if it can be stored. JSON loses digits beyond 2^53; DynamoDB stores none
 * closer to zero than 10^-130.
 */
export const brokenLimit = (value: number, minimum: number = Number.MIN_SAFE_INTEGER): string | null => {
  const isInRange = value >= minimum && value <= Number.MAX_SAFE_INTEGER;
  if (!isInRange) return `must be between ${minimum} and ${Number.MAX_SAFE_INTEGER}`;
  const isStorable = value === 0 || Math.abs(value) >= 1e-130;
  return isStorable ? null : "must be 0, or differ from 0 by at least 1e-130";
};
