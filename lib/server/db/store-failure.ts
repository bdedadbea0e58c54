// What an error of the database means, and what whoever runs the dashboard can do. By codes: those of SQLite
// (https://www.sqlite.org/rescode.html), of PostgreSQL (appendix A of its manual) and of the operating system.

/** A failure of the store for an operator to read. */
export interface StoreFailure {
  code: "store_full" | "store_missing" | "store_read_only" | "store_damaged" | "store_unavailable";
  message: string;
}

const failures: readonly (readonly [codes: RegExp, failure: StoreFailure])[] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/,
    {
      code: "store_full",
      message:
        "The disk of the dashboard's database is full, so nothing can be saved. Free space on it (DATA_DIR, or the server of DATABASE_URL); the dashboard then continues by itself.",
    },
  ],
  [
    /^(SQLITE_CANTOPEN\w*|SQLITE_IOERR_DELETE_NOENT|SQLITE_READONLY_DBMOVED|3D000|42P01)$/,
    {
      code: "store_missing",
      message:
        "The dashboard's database is missing. Restore it (DATA_DIR, or DATABASE_URL), or restart the dashboard to begin with an empty one.",
    },
  ],
  [
    /^(SQLITE_READONLY\w*|SQLITE_PERM|EROFS|25006)$/,
    {
      code: "store_read_only",
      message: "The dashboard may not write to its database. Give its user write access to DATA_DIR.",
    },
  ],
  [
    /^(SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX001|XX002)$/,
    {
      code: "store_damaged",
      message: "The dashboard's database is damaged. Stop the dashboard and restore a backup.",
    },
  ],
  [
    /^SQLITE_(BUSY|LOCKED)\w*$/,
    {
      code: "store_unavailable",
      message:
        "Another program locks the dashboard's database file. Try again in a few seconds; if this continues, end the program that uses fleetdeck.db in DATA_DIR.",
    },
  ],
  [
    /^(SQLITE_(IOERR\w*|PROTOCOL|NOMEM)|08\w{3}|53\w{3}|57P\w\w|25P0[34]|58\w{3}|28\w{3})$/,
    {
      code: "store_unavailable",
      message:
        "The dashboard's database does not answer. Try again in a few seconds; if this continues, check its disk or, with DATABASE_URL, its server.",
    },
  ],
];

/** The failure without a code that is known: the server was not reached. */
export const unreachableStore: StoreFailure = {
  code: "store_unavailable",
  message:
    "The dashboard's database does not answer. Try again in a few seconds; if this continues, check the server that DATABASE_URL names.",
};

/** The failure that an error of the database stands for, also where it is the cause of another; undefined for others. */
export function storeFailureOf(error: unknown): StoreFailure | undefined {
  let cause = error;
  for (let depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
    const known = failures.find(([codes]) => codes.test(code));
    if (known !== undefined) return known[1];
    // A table that is gone has no code of its own.
    if (code === "SQLITE_ERROR" && cause.message.startsWith("no such table"))
      return failures.find(([, { code: each }]) => each === "store_missing")?.[1];
    cause = cause.cause;
  }
  return undefined;
}
