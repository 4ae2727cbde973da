import type { Item } from "../../shared/table/record-keys.ts";

type Records = {
  /** Leads by id. */
  readonly leads: ReadonlyMap<unknown, Item>;
  readonly consultations: readonly Item[];
  readonly counts: ReadonlyMap<unknown, unknown>;
  readonly deduplication: readonly Item[];
};

type Rule = (records: Records) => (string | false | undefined)[];

const mergedIds = (lead: Item | undefined) => (lead?.mergedLeadIds ?? []) as readonly string[];
const leadOf = ({ leadId, archivedLeadId }: Item) => leadId ?? archivedLeadId;

const mergedLeadsNameTheLivingOne: Rule = ({ leads }) =>
  [...leads.values()].flatMap((lead) => [
    ...mergedIds(lead).map(
      (id) => leads.get(id)?.mergedInto !== lead.sk && `${id} does not name ${lead.sk}, which has it`,
    ),
    lead.mergedInto !== undefined &&
      !mergedIds(leads.get(lead.mergedInto)).includes(String(lead.sk)) &&
      `${lead.mergedInto} lacks ${lead.sk}, which names it`,
  ]);

const mergedLeadsAreHiddenAndEmpty: Rule = ({ leads }) =>
  [...leads.values()]
    .filter(({ mergedInto }) => mergedInto !== undefined)
    .flatMap((lead) => [
      lead.listing !== "archived" && `${lead.sk} is merged and not archived`,
      mergedIds(lead).length > 0 && `${lead.sk} is merged, and others into it`,
      leads.get(lead.mergedInto)?.mergedInto !== undefined && `${lead.sk} was merged into a merged lead`,
    ]);

const consultationsNameLivingLeads: Rule = ({ leads, consultations }) =>
  consultations.map(
    (each) =>
      leads.get(leadOf(each))?.mergedInto !== undefined && `consultation ${each.sk} is a merged lead's`,
  );

const countsAreTrue: Rule = ({ consultations, counts }) =>
  [...new Set([...consultations.map(leadOf), ...counts.keys()])].map((id) => {
    const [counted, found] = [
      counts.get(id) ?? 0,
      consultations.filter((each) => leadOf(each) === id).length,
    ];
    return counted !== found && `${id} counts ${counted} consultations and has ${found}`;
  });

const deduplicationNamesLeads: Rule = ({ leads, deduplication }) =>
  deduplication.map(({ sk, lead }) => !leads.has(lead) && `${sk} names ${lead}, which is no lead`);

const RULES = [
  mergedLeadsNameTheLivingOne,
  mergedLeadsAreHiddenAndEmpty,
  consultationsNameLivingLeads,
  countsAreTrue,
  deduplicationNamesLeads,
];

/** Returns the contradictions between the leads, consultations, counts and deduplication records in a table. */
export const findMergeViolations = (items: readonly Item[]): string[] => {
  const ofKind = (kind: string) => items.filter(({ pk }) => String(pk).split("#")[2] === kind);
  const records = {
    leads: new Map(ofKind("LEAD").map((lead) => [lead.sk, lead])),
    consultations: ofKind("CONSULTATION"),
    counts: new Map(ofKind("CONSULTATIONCOUNT").map(({ sk, consultations }) => [sk, consultations])),
    deduplication: ofKind("SOURCE").filter(({ sk }) => !String(sk).startsWith("DELIVERY#")),
  };
  return RULES.flatMap((rule) => rule(records)).filter((violation) => typeof violation === "string");
};
