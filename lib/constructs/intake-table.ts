import type { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, BillingMode, StreamViewType, Table } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";

/**
 * Partition key attributes of each index, always sorted by `sk` (the record's UUIDv7, so
 * newest-first is a reverse query). Leads have no `attorneyId` or `leadId`: the last two contain only consultations.
 */
export const INDEXES = {
  byListing: ["pk", "listing"],
  byStage: ["pk", "listing", "stage"],
  byAssignee: ["pk", "listing", "assigneeId"],
  byAttorney: ["pk", "attorneyId"],
  byLead: ["pk", "leadId"],
} as const;

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
    for (const [indexName, partitionKeys] of Object.entries(INDEXES)) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKeys: partitionKeys.map(stringAttribute),
        sortKey: stringAttribute("sk"),
      });
    }
  }
}
