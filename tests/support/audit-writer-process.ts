// A replica of one embedded file, as far as its store goes: opens it, writes so many acts, and ends.
import { appendAudit } from "../../lib/server/audit/audit-chain.ts";
import { openStore } from "../../lib/server/db/database.ts";

const [, , dataDir = "", name = "", count = "0"] = process.argv;
const db = await openStore({ dataDir });
for (let at = 0; at < Number(count); at += 1) {
  const fact = { actor: name, role: "admin", ip: "::1", action: "flushPool", phase: "intended" } as const;
  await appendAudit(db, { ...fact, requestId: `${name}-${at}` }, at);
}
await db.destroy();
