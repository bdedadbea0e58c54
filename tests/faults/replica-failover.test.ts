// Two dashboards on one PostgreSQL; `tests/nightly` has the same on one file.
import { describe } from "vitest";
import { hasPostgres } from "../support/postgres.ts";
import { describeReplicas } from "../support/replica-failover.ts";

describe.skipIf(!hasPostgres)("two replicas on one PostgreSQL", () => describeReplicas(true));
