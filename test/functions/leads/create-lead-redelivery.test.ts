import { describe, expect, it } from "@jest/globals";
import { handler as updateFirm } from "../../../functions/firm/update-firm.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { handler as previewDelivery } from "../../../functions/sources/preview-inbound-delivery.ts";
import { externalIdKey, type Item, inboundDeliveryKey } from "../../../shared/table/record-keys.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { GRACE, readSourceItems } from "../../support/ingestion.ts";
import { putItems } from "../../support/put-items.ts";
import { SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

const SENT = { ...GRACE, surname: "Murray", matter: "Fell" };
const EDIT = { first_name: "Amazing", data: { case_type: null } };
const EDITED = { firstName: "Amazing", data: {} };

const defineMatter = async () => {
  const matter = { key: "matter", label: "Matter", type: "text" };
  const { status } = await firm.send(updateFirm, { body: { lead_fields: [...LEAD_FIELDS, matter] } });
  expect(status).toBe(200);
  advanceDate(SETTINGS_CACHE_MILLISECONDS);
};

const LEAD_FIELDS = [{ key: "case_type", label: "Case type", type: "select", options: ["Family", "Injury"] }];

const setMapping = async (mapping: unknown) => {
  expect((await source.update({ mapping })).status).toBe(200);
  advanceDate(SETTINGS_CACHE_MILLISECONDS);
};

/** Delivers the body, and changes the lead as staff. */
const deliverAndEdit = async (body: object = SENT, edit: object = EDIT): Promise<string> => {
  const { leadId } = (await source.deliver(body)).body;
  expect((await firm.send(updateLead, { params: { id: leadId }, body: edit })).status).toBe(200);
  return leadId;
};

/** Returns the outcome of a delivery, and expects that the preview has foretold it. */
const outcomeOf = async (payload: object): Promise<string> => {
  const foretold = await firm.send(previewDelivery, { params: { id: source.id }, body: { payload } });
  const { body } = await source.deliver(payload);
  expect(foretold.body.outcome).toBe(body.status);
  return body.status;
};

const replayOutcome = async (deliveryId: string): Promise<string> => {
  const foretold = await firm.send(previewDelivery, {
    params: { id: source.id },
    body: { delivery_id: deliveryId },
  });
  const { body } = await source.replay(deliveryId);
  expect(foretold.body.outcome).toBe(body.outcome);
  return body.outcome;
};

describe("a delivery that comes again", () => {
  it("does not undo changes by staff after a field was defined", async () => {
    const id = await deliverAndEdit();
    await defineMatter();
    expect(await outcomeOf(SENT)).toBe("duplicate");
    expect(await firm.storedLead(id)).toMatchObject({ ...EDITED, revision: 2 });
    expect(await outcomeOf({ ...SENT, attempt: 2 })).toBe("updated");
    expect(await firm.storedLead(id)).toMatchObject({ ...EDITED, data: { matter: "Fell" } });
  });

  it("does not undo changes by staff after the mapping was changed", async () => {
    const id = await deliverAndEdit();
    await setMapping({ last_name: "surname" });
    expect(await outcomeOf(SENT)).toBe("duplicate");
    expect(await firm.storedLead(id)).toMatchObject({ ...EDITED, lastName: "Hopper" });
  });

  it("is a duplicate with an attempt number, also when it comes late", async () => {
    const id = await deliverAndEdit();
    expect(await outcomeOf({ ...SENT, attempt: 2 })).toBe("duplicate");
    expect(await outcomeOf({ ...SENT, lastName: "Murray" })).toBe("updated");
    expect(await outcomeOf({ ...SENT, attempt: 3 })).toBe("duplicate");
    expect(await firm.storedLead(id)).toMatchObject({ ...EDITED, lastName: "Murray" });
  });

  it("changes only what the sender has changed", async () => {
    const id = await deliverAndEdit();
    expect(await outcomeOf({ ...SENT, case_type: "Injury" })).toBe("updated");
    expect(await firm.storedLead(id)).toMatchObject({ firstName: "Amazing", data: { case_type: "Injury" } });
  });
});

describe("a replay after a correction of the mapping", () => {
  it.each([undefined, "42"])(
    "corrects what the delivery stored, and keeps what staff changed (external id %j)",
    async (externalId) => {
      const id = await deliverAndEdit({ ...SENT, externalId });
      const deliveryId = await source.firstId();
      await setMapping({ last_name: "surname", first_name: "surname" });
      expect(await replayOutcome(deliveryId)).toBe("updated");
      expect(await replayOutcome(deliveryId)).toBe("duplicate");
      expect(await firm.storedLead(id)).toMatchObject({ firstName: "Amazing", lastName: "Murray" });
    },
  );

  it("of an older delivery is a duplicate", async () => {
    const id = await deliverAndEdit();
    const deliveryId = await source.firstId();
    await source.deliver({ ...SENT, lastName: "Newer" });
    await setMapping({ last_name: "surname" });
    expect(await replayOutcome(deliveryId)).toBe("duplicate");
    expect(await firm.storedLead(id)).toMatchObject({ lastName: "Newer" });
  });
});

describe("a deduplication record of an earlier release", () => {
  const recordKey = () => externalIdKey(firm.firmId, source.id, "42");
  const record = async (): Promise<Item> => {
    const items = await readSourceItems(table, firm.firmId, source.id);
    return items.find(({ sk }) => sk === recordKey().sk) ?? {};
  };

  /** Stores the record as an earlier release would have written it, and returns it. */
  const forget = async (changes: Item = {}): Promise<void> => {
    const { pk, sk, lead, delivery, fieldsHash, earlierHashes } = await record();
    await putItems(table, [{ pk, sk, lead, delivery, fieldsHash, earlierHashes, ...changes }]);
  };

  it("lets a delivery be compared with the body of the delivery that it names", async () => {
    const id = await deliverAndEdit();
    await forget();
    await setMapping({ "data.case_type": "kind" });
    expect(await outcomeOf({ ...SENT, attempt: 2 })).toBe("duplicate");
    expect(await outcomeOf({ ...SENT, lastName: "Murray", attempt: 3 })).toBe("updated");
    expect(await firm.storedLead(id)).toMatchObject({ ...EDITED, lastName: "Murray" });
    expect(await record()).toMatchObject({ revision: 1 });
  });

  it("lets a delivery fill only blanks once that delivery has expired", async () => {
    const id = await deliverAndEdit(SENT, { first_name: "Amazing", phone: "" });
    await forget({ delivery: inboundDeliveryKey(firm.firmId, source.id, firm.attorney.id).sk.split("#")[1] });
    expect(await outcomeOf({ ...SENT, lastName: "Murray" })).toBe("updated");
    expect(await firm.storedLead(id)).toMatchObject({
      firstName: "Amazing",
      lastName: "Hopper",
      leadPhone: "+12125550123",
    });
  });

  it.each([
    ["an earlier release", () => forget({ fieldsHash: "that of another delivery" })],
    ["another instance", () => source.deliver({ ...GRACE, email: "grace@navy.example" })],
  ])("makes a delivery decide again when %s writes it meanwhile", async (_title, write) => {
    const { leadId } = (await source.deliver()).body;
    await forget();
    let transactions = 0;
    interceptStoreCalls(async ({ name, send }) => {
      // The first transaction is the creation, which finds the lead.
      if (name === "TransactWrite" && ++transactions === 2) await write();
      return send();
    });
    expect((await source.deliver({ ...GRACE, lastName: "Murray" })).body.status).toBe("updated");
    expect(transactions).toBeGreaterThan(2);
    expect(await firm.storedLead(leadId)).toMatchObject({ lastName: "Murray" });
  });
});
