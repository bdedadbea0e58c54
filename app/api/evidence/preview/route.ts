import { ownOperations } from "@/lib/bff/operations/operations";
import { checkEvidenceSettings } from "@/lib/server/evidence/check-settings";
import { previewEvidence } from "@/lib/server/evidence/evidence-preview";
import { defineRoute } from "@/lib/server/http/define-route";

export const POST = defineRoute(ownOperations.previewEvidence, {
  answer: async ({ input: { body: settings }, db, nowMs }) => {
    checkEvidenceSettings(settings);
    return await previewEvidence(db, settings, nowMs);
  },
});
