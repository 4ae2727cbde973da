import { join } from "node:path";
import * as z from "zod";
import { seedDemoFirm } from "../shared/firm/seed-demo-firm.ts";
import { connectTable } from "../shared/table/table.ts";
import { HOST_CLIENT } from "./local/host/aws-call.ts";
import type { Service } from "./local/host/service.ts";
import { readStateFile, writeStateFile } from "./local/host/state-file.ts";

const seededFirm = z.object({ firm_id: z.string(), api_key: z.string(), attorney_id: z.string() });

type DemoFirm = z.output<typeof seededFirm> & { readonly base_url: string };

/**
 * Returns the demo firm's values and stores them in `<directory>/demo.json`. Creates the firm unless both that file
 * and the table exist already: after a start that was interrupted in between, nobody has the first firm's key.
 */
export const ensureDemoFirm = async (directory: string, service: Service): Promise<DemoFirm> => {
  const file = join(directory, "demo.json");
  const stored = service.tableIsNew ? undefined : readStateFile(file, seededFirm);
  const demoFirm = { base_url: service.baseUrl, ...(stored ?? (await seed(service))) };
  writeStateFile(file, `${JSON.stringify(demoFirm, undefined, 2)}\n`, { mode: 0o600 });
  return demoFirm;
};

/** Formats the values for a terminal, with a curl command that works as pasted. */
export const describeDemoFirm = ({ base_url, firm_id, api_key, attorney_id }: DemoFirm) => `
Intake runs on ${base_url}

base_url     ${base_url}
firm_id      ${firm_id}
api_key      ${api_key}
attorney_id  ${attorney_id}

curl -i -X POST ${base_url}/api/leads \\
  -H "Authorization: Bearer ${api_key}" -H "Content-Type: application/json" \\
  -d '{"first_name":"Dana","last_name":"Doe","email":"dana@example.com","source":"website"}'
`;

const seed = ({ tableName, awsEndpoint }: Service) =>
  seedDemoFirm(connectTable(tableName, { ...HOST_CLIENT, endpoint: awsEndpoint }), Date.now());
