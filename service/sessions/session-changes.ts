// Changes to the settings and the holder of a living session.
import { writeProfileState } from "../chromium/profile-state.ts";
import { resizeWindows } from "../chromium/windows.ts";
import type { TelemetrySelection } from "../telemetry/telemetry-selection.ts";
import type { LiveSessions } from "./live-sessions.ts";
import type { Session, SessionProfile } from "./session.ts";
import type { SessionRestarts } from "./session-restart.ts";
import { noLabels, profileRecord, type SessionRecord, type SessionRows } from "./session-rows.ts";
import { type RequestedViewport, resolveViewport } from "./viewport.ts";

/** Absent properties stay as they are. */
export interface SessionChanges {
  /** Null removes the proxy. */
  proxy?: { id: string; url: string } | null;
  profile?: SessionProfile;
  viewport?: RequestedViewport;
}

export interface SessionChangesDeps {
  live: LiveSessions;
  rows: SessionRows;
  restarts: SessionRestarts;
}

/**
 * A new size takes effect at once; a new proxy takes a restart of the browser, which keeps tabs, cookies and
 * storage and closes connections. Throws Problem 404 when the session is not living. Call it within
 * `session.exclusively`.
 */
export async function changeSession(
  { live, rows, restarts }: SessionChangesDeps,
  session: Session,
  changes: SessionChanges,
): Promise<void> {
  await session.ready;
  const { settings } = live.entryOf(session);
  const { proxy, profile, viewport } = changes;
  if (viewport) settings.viewport = resolveViewport(viewport);
  const proxyId = proxy === undefined ? session.record.proxy_id : (proxy?.id ?? null);
  const proxyChanges = proxyId !== session.record.proxy_id;
  if (proxyChanges) settings.proxyUrl = proxy?.url;
  const record = {
    ...session.record,
    viewport: settings.viewport,
    proxy_id: proxyId,
    ...(profile ? { profile: profileRecord(profile) } : {}),
  };
  rows.change(session.id, record);
  session.alter(record, profile ?? session.profile);
  if (proxyChanges) await restarts.reload(session, session.extensions, "another proxy");
  else if (viewport) await resizeWindows(session.devtools, settings.viewport, settings);
  if (profile?.state) await writeProfileState(session.devtools, profile.state);
}

/** Who uses a session from now on: its pool while it is idle, otherwise a client or an invocation. */
export interface SessionHolder {
  idle: boolean;
  invocationId?: string;
  poolId?: string;
  /** What is captured for this holder; the same as before when absent. */
  telemetry?: TelemetrySelection;
}

/** What a record says of its holder: without the labels of the earlier one. */
export const heldBy = (
  { telemetry: present }: Pick<SessionRecord, "telemetry">,
  { idle, invocationId, poolId, telemetry = present }: SessionHolder,
) => ({
  idle,
  telemetry,
  ...noLabels,
  invocation_id: invocationId ?? null,
  pool_id: poolId ?? null,
});

/**
 * Gives a session to a new holder or back to its pool; closes the previous holder's connections and addresses, and deletes
 * its labels and telemetry. Does nothing for one that is ending or unknown.
 */
export function assignSession(
  { live, rows }: Pick<SessionChangesDeps, "live" | "rows">,
  id: string,
  to: SessionHolder,
): void {
  const entry = live.get(id);
  if (!entry || entry.ending) return;
  const { record } = entry.session;
  const holder = heldBy(record, to);
  rows.assign(id, holder);
  entry.session.reassign({ ...record, ...holder });
}

/** Captures these categories from now on. Resolves when those of the browser are captured. */
export async function selectSessionTelemetry(
  rows: SessionRows,
  session: Session,
  selection: TelemetrySelection,
): Promise<void> {
  const record = { ...session.record, telemetry: selection };
  rows.change(session.id, record);
  await session.selectTelemetry(record);
}
