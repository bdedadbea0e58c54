// What evidence is stored, as the BFF answers it.
import type { EvidenceSettings, EvidenceState } from "@/lib/bff/evidence";

export const evidenceSettingsOf = (given: Partial<EvidenceSettings> = {}): EvidenceSettings => ({
  logs: "failed",
  network: "failed",
  pictures: "failed",
  video: "off",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 100,
  exceptions: [],
  ...given,
});

/** The state with settings of the environment, unless others are given. */
export function evidenceOf({
  settings = {},
  stored = {},
  recorder = { at_ms: Date.now(), following: 12, waiting: 0, deleted: null },
  ...set
}: {
  settings?: Partial<EvidenceSettings>;
  stored?: Partial<EvidenceState["stored"]>;
} & Partial<Omit<EvidenceState, "settings" | "stored">>): EvidenceState {
  const applied = evidenceSettingsOf(settings);
  return {
    settings: applied,
    defaults: applied,
    changed: [],
    set_by: null,
    set_at_ms: null,
    recorder,
    stored: {
      logs: 40,
      lines: 12_345,
      text_bytes: 2_400_000,
      stored_bytes: 182_000,
      pictures: 0,
      picture_bytes: 0,
      oldest_ms: Date.now() - 48 * 3_600_000,
      ...stored,
    },
    ...set,
  };
}
