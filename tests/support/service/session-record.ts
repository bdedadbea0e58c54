import { noLabels, type SessionRecord } from "../../../service/sessions/session-rows.ts";

/** The record of a living headless session without anything that a client may add. */
export const sessionRecord = (id: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
  id,
  created_at: "2026-01-01T00:00:00.000000Z",
  deleted_at: null,
  end_reason: null,
  headless: true,
  stealth: false,
  timeout_seconds: 60,
  kiosk_mode: false,
  viewport: { width: 800, height: 600 },
  persistence_id: null,
  invocation_id: null,
  pool_id: null,
  idle: false,
  proxy_id: null,
  profile: null,
  telemetry: null,
  node: null,
  ...noLabels,
  ...more,
});
