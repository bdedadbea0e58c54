// A replica of one store, as far as its audit goes: opens it, writes so many acts, each acknowledged by a line with its
// request id, and ends.
import { runAct } from "../../lib/server/audit/run-act.ts";
import { openStore } from "../../lib/server/db/database.ts";
import "./audit-key.ts";

const [, , dataDir = "", name = "", count = "0", databaseUrl] = process.argv;
const db = await openStore({ dataDir, databaseUrl });
for (let at = 0; at < Number(count); at += 1) {
  const requestId = `${name}-${at}`;
  const event = { actor: name, role: "admin", ip: "::1", action: "flushPool", requestId };
  await runAct(db, { event: () => event, work: async () => ({ status: 204 }) });
  console.log(requestId);
}
await db.destroy();
