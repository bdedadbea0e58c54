// The page of one browser session, with its live stream.
import { onTestFinished } from "vitest";
import { SessionTimeProvider } from "@/components/browsers/list/session-time";
import { BrowserWorkbench } from "@/components/browsers/workbench/browser-workbench";
import { LiveConnection } from "@/components/layout/live-connection";
import { sessionOperations } from "@/lib/bff/operations/session";
import { sessionOriginOperations } from "@/lib/bff/operations/session-origin";
import { type PreferenceName, preferenceName, preferenceUpdate } from "@/lib/bff/preferences";
import type { Browser } from "@/lib/contract/browsers";
import { operations } from "@/lib/contract/operations/operations";
import { type RenderOptions, renderView } from "./render-view.tsx";
import { emptyBff, problem, type ScriptedBff } from "./scripted-bff.ts";
import { ScriptedLiveStream } from "./scripted-live-stream.ts";

/** A session that is live, started a minute ago. */
export const sessionOf = (given: Partial<Browser> = {}): Browser => ({
  session_id: "session-one",
  created_at: new Date(Date.now() - 60_000).toISOString(),
  headless: true,
  stealth: false,
  timeout_seconds: 600,
  ...given,
});

export interface SessionPageOptions {
  /** The session of the page; undefined: the API returns 404. */
  session?: Browser | undefined;
  /** The query of the address. */
  query?: Readonly<Record<string, string>>;
  role?: RenderOptions["role"];
  /** Scripts further data for the page. */
  prepare?: (bff: ScriptedBff, live: ScriptedLiveStream) => void;
}

/** Opens the page of a session. Its answers and its logs can be changed while it is open. */
export async function openSession(options: SessionPageOptions = {}) {
  const given = "session" in options ? options.session : sessionOf();
  const { query = {}, role = "operator", prepare } = options;
  const id = given?.session_id ?? "unknown-one";
  const bff = emptyBff();
  const live = new ScriptedLiveStream(bff);
  const now: { session: Browser | undefined } = { session: given };
  const stored: Partial<Record<PreferenceName, string>> = {};
  bff
    .on(operations.retrieveBrowser, () =>
      now.session === undefined
        ? problem(404, "not_found", "There is no such session.")
        : Response.json(now.session),
    )
    .one(sessionOriginOperations.readSessionOrigin, { pool: null, invocation: null })
    .on(sessionOperations.updatePreference, ({ params, body }) => {
      stored[preferenceName.parse(params.name)] = preferenceUpdate.parse(body).value;
      return new Response(null, { status: 204 });
    });
  prepare?.(bff, live);
  const at = `/browsers/${id}${Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`}`;
  const screen = await renderView(
    <LiveConnection>
      <SessionTimeProvider>
        <BrowserWorkbench id={id} />
      </SessionTimeProvider>
    </LiveConnection>,
    { at, params: { id }, bff, role, preferences: stored },
  );
  // The stream of this page is not the next page's.
  onTestFinished(() => void window.dispatchEvent(new PageTransitionEvent("pagehide")));
  return Object.assign(screen, {
    id,
    live,
    /** The session as the API returns it from now on. */
    become(next: Partial<Browser>) {
      now.session = { ...sessionOf({ session_id: id }), ...now.session, ...next };
    },
    /** It was deleted, and its logs end. */
    end(...logs: readonly string[]) {
      this.become({ deleted_at: new Date().toISOString() });
      for (const log of ["chromium", ...logs]) live.become(id, log, "ended", "The session was deleted.");
    },
    pane: (name: string) => screen.getByRole("region", { name: `Log ${name}`, exact: true }),
    panes: screen.getByRole("region", { name: /^Log / }),
    log: (name: string) => screen.getByRole("log", { name: `Lines of ${name}`, exact: true }),
  });
}
