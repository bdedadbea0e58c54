// Two dashboards on one file; `tests/faults` has the same on one PostgreSQL.
import { describe } from "vitest";
import { describeReplicas } from "../support/dashboard/replica-failover.ts";

describe("two replicas on one file", () => describeReplicas(false));
