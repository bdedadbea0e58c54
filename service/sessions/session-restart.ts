// Restarts of a session's browser: on purpose (with its tabs, or as if it were new) and after a client closed it.
import { type BrowserStart, closeForRestart, type RunningBrowser } from "../chromium/running-browser.ts";
import { type ExtensionSource, installExtensions } from "../machine/extension-folders.ts";
import type { Exit } from "../machine/supervisor.ts";
import { reportCrash } from "./crash-telemetry.ts";
import { type LiveSession, type LiveSessions, unknownSession } from "./live-sessions.ts";
import type { Session } from "./session.ts";
import type { SessionEnds } from "./session-end.ts";

const maxRestarts = 5;
const restartsWithinMs = 60_000;

type Launch = (start: BrowserStart) => Promise<RunningBrowser>;

export interface SessionRestartsDeps {
  live: LiveSessions;
  ends: SessionEnds;
  monotonicMs: () => number;
  /** Receives errors that no caller awaits. */
  report: (error: unknown) => void;
}

/** Restarts the browsers of living sessions. */
export class SessionRestarts {
  readonly #deps: SessionRestartsDeps;

  constructor(deps: SessionRestartsDeps) {
    this.#deps = deps;
  }

  /**
   * Handles the exit of the present browser. Exit code 0 means that a client closed it: it is started again, at
   * most 5 times a minute. Any other exit ends the session as crashed.
   */
  watchExit(live: LiveSession): void {
    const { session } = live;
    const { monotonicMs, ends, report } = this.#deps;
    const onExit = async (exit: Exit) => {
      if (live.ending || live.swapping) return;
      const nowMs = monotonicMs();
      live.restartsMs = live.restartsMs.filter((atMs) => nowMs - atMs < restartsWithinMs);
      const gaveUp = exit.code === 0 && live.restartsMs.length >= maxRestarts;
      if (gaveUp) reportCrash(session, "gave_up");
      if (exit.code !== 0 || gaveUp) return await ends.end(live, "crashed");
      live.restartsMs.push(nowMs);
      session.devtools.close();
      const { extensions, pages } = session;
      live.restarting = session.replaceBrowser(
        live.launch({ extensions, left: { urls: [], origins: pages.origins } }),
      );
      try {
        await live.restarting;
      } catch (error) {
        report(error);
        reportCrash(session, "startup");
        return await ends.end(live, "crashed");
      }
      this.watchExit(live);
    };
    session.chromium.process.exited.then(onExit).catch(report);
  }

  /**
   * Restarts the browser with these of its instance's extensions; tabs, cookies and storage stay. When it does not
   * start with them, it starts with the earlier ones and the first error is thrown. `why` goes to the log.
   */
  async reload(session: Session, extensions: readonly string[], why: string): Promise<void> {
    let fault: unknown;
    await this.#swap(session, async ({ launch }) => {
      const outcome = await reloadBrowser(session, launch, extensions, why);
      fault = outcome.fault;
      return outcome.browser;
    });
    if (fault !== undefined) throw fault;
  }

  /**
   * Removes what the holder left and starts the browser with an empty profile and the extensions of the session's creation.
   */
  async renew(session: Session): Promise<void> {
    await this.#swap(session, (live) => {
      // Those of the holder before.
      live.restartsMs = [];
      return renewBrowser(session, live.launch, live.extensions);
    });
  }

  /**
   * Replaces the session's browser by the one that `start` returns; `start` also ends the old one. When `start`
   * fails, the session ends as crashed.
   */
  async #swap(session: Session, start: (live: LiveSession) => Promise<RunningBrowser>): Promise<void> {
    // A restart may begin while another is awaited.
    for (let ready: unknown; ready !== session.ready; ) {
      ready = session.ready;
      await ready;
    }
    const live = this.#deps.live.entryOf(session);
    live.swapping = true;
    try {
      live.restarting = session.replaceBrowser(start(live));
      await live.restarting;
    } catch (error) {
      await this.#deps.ends.end(live, "crashed");
      throw error;
    } finally {
      live.swapping = false;
    }
    if (session.closing.aborted) throw unknownSession(session.id);
    this.watchExit(live);
  }
}

/** Rejects when the browser starts neither with the new extensions nor, after `fault`, with the earlier ones. */
async function reloadBrowser(
  session: Session,
  launch: Launch,
  extensions: readonly string[],
  why: string,
): Promise<{ browser: RunningBrowser; fault?: unknown }> {
  const earlier = session.browser;
  const { process } = earlier.chromium;
  process.note(`restart: ${why}`);
  const left = await closeForRestart(earlier);
  try {
    const browser = await launch({ extensions, left });
    browser.chromium.process.note(`restarted: ${extensions.length} extensions, ${left.urls.length} tabs`);
    return { browser };
  } catch (fault) {
    const browser = await launch({ extensions: earlier.extensions, left });
    browser.chromium.process.note(
      "restarted with the earlier extensions: it did not start with the new ones",
    );
    return { browser, fault };
  }
}

async function renewBrowser(
  session: Session,
  launch: Launch,
  extensions: readonly ExtensionSource[],
): Promise<RunningBrowser> {
  const { chromium, instance } = session;
  chromium.devtools.close();
  await chromium.process.kill();
  await instance.clean();
  await installExtensions(instance, extensions);
  return await launch({ extensions: extensions.map(({ name }) => name) });
}
