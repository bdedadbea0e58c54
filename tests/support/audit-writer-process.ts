// A replica of one store, as far as its audit goes: opens it, writes so many acts and ends. A line `sent ID` says that an
// act is being done, `ID` that it is recorded with its outcome.
import { runAct } from "../../lib/server/audit/run-act.ts";
import { openStore } from "../../lib/server/db/database.ts";
import "./audit-key.ts";

const [, , dataDir = "", name = "", count = "0", databaseUrl] = process.argv;
const db = await openStore({ dataDir, databaseUrl });
for (let at = 0; at < Number(count); at += 1) {
  const requestId = `${name}-${at}`;
  const event = { actor: name, role: "admin", ip: "::1", action: "flushPool", requestId };
  const work = async () => {
    console.log(`sent ${requestId}`);
    return { status: 204 };
  };
  await runAct(db, { event: () => event, work });
  console.log(requestId);
}
await db.destroy();
