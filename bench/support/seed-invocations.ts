// A child process that writes invocations into PostgreSQL in bulk; the message that starts it says where and how many, and it
// answers when they are there. In the process of a harness it would stop those that wait there.
import { sql } from "kysely";
import { z } from "zod";
import { openStore } from "../../lib/server/db/database.ts";
import { seedInvocations } from "./mirror-bench.ts";

const wanted = z.object({ dataDir: z.string(), databaseUrl: z.string(), count: z.int(), seeded: z.int() });

process.once("message", async (message) => {
  const { dataDir, databaseUrl, count, seeded } = wanted.parse(message);
  const db = await openStore({ dataDir, databaseUrl });
  await seedInvocations(db, count, seeded);
  // Both would come by themselves, while others measure.
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  await db.destroy();
  process.send?.({});
});
process.once("disconnect", () => process.exit(0));
