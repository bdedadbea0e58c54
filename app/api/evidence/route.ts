import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";
import { readEvidence } from "@/lib/server/log-recorder/read-evidence";

export const GET = defineRoute(ownOperations.retrieveEvidence, {
  answer: ({ db }) => readEvidence(db, env().evidence),
});
