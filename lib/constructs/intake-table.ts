import type { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";

/**
 * Partition key attributes of each list's index, always sorted by `sk` (the record's UUIDv7, so
 * newest-first is a reverse query). Leads have no `attorneyId` or `leadId`: the last two contain only consultations.
 */
const LIST_INDEXES = {
  byListing: ["pk", "listing"],
  byStage: ["pk", "listing", "stage"],
  byAssignee: ["pk", "listing", "assigneeId"],
  byAttorney: ["pk", "attorneyId"],
  byLead: ["pk", "leadId"],
} as const;

/** What the sweep of webhook deliveries looks at, by instant. Holds keys only. */
const DUE_INDEX = { indexName: "byDue", partitionKeys: ["dueShard"], sortKey: "dueAt" } as const;

/** Partition key attributes of each index: it holds the items that have all of them. */
export const INDEXES = { ...LIST_INDEXES, [DUE_INDEX.indexName]: DUE_INDEX.partitionKeys };

const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

type IntakeTableProps = { readonly removalPolicy: RemovalPolicy; readonly deletionProtection: boolean };

/** The single table. Its records and keys are listed in the README and built in `shared/storage/record-keys.ts`. */
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
    for (const [indexName, partitionKeys] of Object.entries(LIST_INDEXES)) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKeys: partitionKeys.map(stringAttribute),
        sortKey: stringAttribute("sk"),
      });
    }
    this.addGlobalSecondaryIndex({
      indexName: DUE_INDEX.indexName,
      partitionKeys: DUE_INDEX.partitionKeys.map(stringAttribute),
      sortKey: stringAttribute(DUE_INDEX.sortKey),
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
}
