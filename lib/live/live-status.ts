/**
 * State of the live stream. `idle`: no subscriptions. `connecting`: before the first response. `reconnecting`: broken,
 * the next attempt is scheduled. `stale`: open, but silent for several tick intervals. `signed_out`: the server
 * refuses the session; only a new sign-in helps.
 */
export type LiveConnection = "idle" | "connecting" | "connected" | "reconnecting" | "stale" | "signed_out";

export interface LiveStatus {
  readonly connection: LiveConnection;
  /** Epoch milliseconds of the newest frame; undefined before the first. */
  readonly lastFrameAtMs: number | undefined;
}

export const idleStatus: LiveStatus = { connection: "idle", lastFrameAtMs: undefined };
