/**
 * How the live stream is doing. `idle`: nothing is asked for. `connecting`: before the first answer. `reconnecting`:
 * broken, the next attempt is planned. `stale`: open, but silent for longer than its ticks allow. `signed_out`: the
 * server no longer lets this browser in; only a new sign-in helps.
 */
export type LiveConnection = "idle" | "connecting" | "connected" | "reconnecting" | "stale" | "signed_out";

export interface LiveStatus {
  readonly connection: LiveConnection;
  /** Epoch milliseconds of the newest frame; undefined before the first. */
  readonly lastFrameAtMs: number | undefined;
}

export const idleStatus: LiveStatus = { connection: "idle", lastFrameAtMs: undefined };
