import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { seedDemoFirm } from "../shared/operations/firm/seed-demo-firm.ts";
import { connectTable } from "../shared/storage/dynamodb/table.ts";
import { HOST_CLIENT } from "./local/host/host-client.ts";
import type { Service } from "./local/host/service.ts";

const demo = z.object({
  base_url: z.string(),
  firm_id: z.string(),
  api_key: z.string(),
  attorney_id: z.string(),
});

export type Demo = z.output<typeof demo>;

/**
 * The demo firm's values, as `<directory>/demo.json` keeps them. The firm is made unless both that file and the
 * data are there: a start cut short in between leaves a firm that nobody has a key of, and makes another.
 */
export const openDemo = async (directory: string, service: Service): Promise<Demo> => {
  const file = join(directory, "demo.json");
  const known = service.tableIsNew ? undefined : readDemo(file);
  const { base_url: _stale, ...firm } = known ?? (await seed(service));
  const opened = { base_url: service.baseUrl, ...firm };
  writeFileSync(`${file}.new`, `${JSON.stringify(opened, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return opened;
};

/** For a terminal: values, and a call that works as pasted. */
export const describeDemo = ({ base_url, firm_id, api_key, attorney_id }: Demo) => `
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
  seedDemoFirm(connectTable(tableName, { ...HOST_CLIENT, endpoint: awsEndpoint }), Date.now()).then(
    (firm) => ({ base_url: "", ...firm }),
  );

const readDemo = (file: string): Demo | undefined => {
  try {
    return demo.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
};
