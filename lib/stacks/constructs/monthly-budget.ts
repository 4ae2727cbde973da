import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Construct } from "constructs";
import { type Alarms, allowPublishing } from "./alarms.ts";

type MonthlyBudgetProps = { readonly alarms: Alarms; readonly dollars: number };

/** Notifies the topic of tickets when the account's bill passes 80 % of the budget, or is forecast to pass all of it. */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { alarms, dollars }: MonthlyBudgetProps) {
    super(scope, id);
    const topic = alarms.topic("ticket");
    allowPublishing(topic, "budgets.amazonaws.com");
    const notify = (
      notificationType: "ACTUAL" | "FORECASTED",
      threshold: number,
    ): CfnBudget.NotificationWithSubscribersProperty => ({
      notification: { notificationType, threshold, comparisonOperator: "GREATER_THAN" },
      subscribers: [{ subscriptionType: "SNS", address: topic.topicArn }],
    });
    new CfnBudget(this, "Budget", {
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount: dollars, unit: "USD" },
      },
      notificationsWithSubscribers: [notify("ACTUAL", 80), notify("FORECASTED", 100)],
    }).node.addDependency(topic);
  }
}
