import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";

type IndexKey = { readonly partition: readonly string[]; readonly sort: readonly string[] };

/**
 * Keys of the indexes that hold whole records. `sk` is the record's UUIDv7, and `entryId` that of an entry of the register
 * of conflicts, so newest-first is a reverse query. Leads and archived consultations have no `leadId`. So `byActive`, `byActiveOfAttorney` and `byLead` hold active
 * consultations, along with links of clients.
 */
const RECORD_INDEXES: Readonly<Record<string, IndexKey>> = {
  byListing: { partition: ["pk", "listing"], sort: ["sk"] },
  byStage: { partition: ["pk", "listing", "stage"], sort: ["sk"] },
  byAssignee: { partition: ["pk", "listing", "assigneeId"], sort: ["sk"] },
  byAttention: { partition: ["pk", "listing", "attention"], sort: ["sk"] },
  byEmail: { partition: ["pk", "leadEmail"], sort: ["sk"] },
  byPhone: { partition: ["pk", "leadPhone"], sort: ["sk"] },
  byActive: { partition: ["pk"], sort: ["sk", "leadId"] },
  byActiveOfAttorney: { partition: ["pk", "attorneyId"], sort: ["sk", "leadId"] },
  byLead: { partition: ["pk", "leadId"], sort: ["sk"] },
  byArchivedLead: { partition: ["pk", "archivedLeadId"], sort: ["sk"] },
  byEntry: { partition: ["pk"], sort: ["entryId"] },
  byStart: { partition: ["pk", "attorneyId"], sort: ["startAt"] },
};

/** The items that the sweep reads by instant. The index holds keys only. */
const DUE_INDEX = { byDue: { partition: ["dueShard"], sort: ["dueAt"] } };

/** The key attributes of each index, which holds the items that have all of them. */
export const INDEXES = Object.fromEntries(
  Object.entries({ ...RECORD_INDEXES, ...DUE_INDEX }).map(([name, { partition, sort }]) => [
    name,
    [...partition, ...sort],
  ]),
);

const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

type IntakeTableProps = { readonly deletionProtection: boolean; readonly tableName?: string };

/** The single table. Its records and keys are listed in docs/data-model.md and built in `shared/table/record-keys.ts`. */
export class IntakeTable extends Table {
  constructor(scope: Construct, id: string, props: IntakeTableProps) {
    super(scope, id, {
      ...props,
      partitionKey: stringAttribute("pk"),
      sortKey: stringAttribute("sk"),
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: "expiresAtEpochSeconds",
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    });
    this.#addIndexes(RECORD_INDEXES, ProjectionType.ALL);
    this.#addIndexes(DUE_INDEX, ProjectionType.KEYS_ONLY);
  }

  #addIndexes(indexes: Readonly<Record<string, IndexKey>>, projectionType: ProjectionType) {
    for (const [indexName, { partition, sort }] of Object.entries(indexes)) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKeys: partition.map(stringAttribute),
        sortKeys: sort.map(stringAttribute),
        projectionType,
      });
    }
  }
}
