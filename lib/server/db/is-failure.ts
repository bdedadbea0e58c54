import { sql } from "kysely";

/** A failed invocation, as in the index by failure. The concatenation keeps the planner from using the index by status. */
export const isFailure = sql<boolean>`status || '' = 'failed'`;
