import { ownOperations } from "@/lib/bff/operations/operations";
import { checkEvidenceSettings } from "@/lib/server/evidence/check-settings";
import { readEvidenceSettings, writeEvidenceSettings } from "@/lib/server/evidence/evidence-settings";
import { summarizeChange } from "@/lib/server/evidence/summarize-change";
import { readEvidence } from "@/lib/server/evidence-recorder/read-evidence";
import { defineRoute } from "@/lib/server/http/define-route";
import { env } from "@/lib/server/kernel/env";

export const PUT = defineRoute(ownOperations.setEvidenceSettings, {
  audit: {
    target: async ({ body: { expected_set_at_ms: _, ...body } }, db) => {
      const { settings } = await readEvidenceSettings(db, env().evidence);
      return summarizeChange(settings, body);
    },
  },
  answer: async ({ operator, input: { body }, db, nowMs }) => {
    const { expected_set_at_ms: expectedSetAtMs, ...settings } = body;
    checkEvidenceSettings(settings);
    const defaults = env().evidence;
    await writeEvidenceSettings(db, { settings, defaults, expectedSetAtMs }, operator.username, nowMs);
    return await readEvidence(db, defaults);
  },
});

export const DELETE = defineRoute(ownOperations.resetEvidenceSettings, {
  audit: {
    target: async (_, db) => {
      const { settings } = await readEvidenceSettings(db, env().evidence);
      return summarizeChange(settings, env().evidence);
    },
  },
  answer: async ({ operator, db, nowMs }) => {
    const defaults = env().evidence;
    await writeEvidenceSettings(db, { settings: defaults, defaults }, operator.username, nowMs);
    return await readEvidence(db, defaults);
  },
});
