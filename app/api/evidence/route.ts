import { ownOperations } from "@/lib/bff/operations/operations";
import { readEvidence } from "@/lib/server/evidence-recorder/read-evidence";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";

export const GET = defineRoute(ownOperations.retrieveEvidence, {
  answer: ({ db }) => readEvidence(db, env().evidence),
});
