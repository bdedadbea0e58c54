// Two dashboards on one PostgreSQL; `tests/nightly` has the same on one file.
import { describe } from "vitest";
import { describeReplicas } from "../support/dashboard/replica-failover.ts";
import { hasPostgres } from "../support/programs/postgres.ts";

describe.skipIf(!hasPostgres)("two replicas on one PostgreSQL", () => describeReplicas(true));
