import { test } from "vitest";
import { expectFilesTakenOver } from "../support/dashboard/joined-state.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";

const postgres = postgresForTests();

/** More than the longest text in JavaScript, as which the driver reads bytes, has room for. */
const tooLong = 257 * 2 ** 20;

test.runIf(hasPostgres)("a file of any size is stored in PostgreSQL and taken over", async () => {
  await expectFilesTakenOver(await postgres.database(), postgres.cleanUps, tooLong);
});
