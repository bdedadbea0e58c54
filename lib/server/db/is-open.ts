import { sql } from "kysely";

/** An invocation that may still change, as in the indexes of open ones: SQLite uses these for a literal, not for a parameter. */
export const isOpen = sql<boolean>`invocations.open = 1`;
