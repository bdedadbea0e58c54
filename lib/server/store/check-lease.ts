// One replica does a task at a time: whoever holds its lease. Taken for a while, renewed while it is held.
import { sql } from "kysely";
import type { Database } from "./database.ts";

export interface LeaseClaim {
  name: string;
  /** Who claims it, unique per process. */
  holder: string;
  forMs: number;
}

/** Takes or renews a lease; false while another holder has it. */
export async function claimLease(db: Database, claim: LeaseClaim, nowMs: number): Promise<boolean> {
  const { name, holder, forMs } = claim;
  const expires = nowMs + forMs;
  await db
    .insertInto("leases")
    .values({ name, holder, term: 1, expires_at_ms: expires })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({
          term: sql<number>`case when leases.holder = excluded.holder then leases.term else leases.term + 1 end`,
          holder,
          expires_at_ms: expires,
        })
        .where(sql<boolean>`leases.holder = excluded.holder or leases.expires_at_ms <= ${nowMs}`),
    )
    .execute();
  const row = await db.selectFrom("leases").select("holder").where("name", "=", name).executeTakeFirst();
  return row?.holder === holder;
}
