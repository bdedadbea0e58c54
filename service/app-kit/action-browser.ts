// The browser session of an action: acquired from a pool or created, connected to, and released in every case.
import { browser as browserShape } from "../../lib/contract/browsers.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { TelemetryChoice } from "../../lib/contract/telemetry.ts";
import { connectOverCdp, type DrivenBrowser, type Page } from "../chromium/driver.ts";
import type { BrowserChoice } from "./app.ts";
import { type ServiceClient, ServiceRefusal } from "./service-client.ts";

const callTimeoutMs = 20_000;
const acquireSeconds = 15;
const resetTimeoutMs = 3_000;
/** The maximum time that a created session outlives a lost runner. */
const ownSessionTimeoutSeconds = 60;

interface Session {
  id: string;
  cdpUrl: string;
  pool: string | undefined;
}

/** A page in a session, and the release of that session. */
export interface ActionBrowser {
  page: Page;
  /** Whether a failed release fails the action, as the release saves the profile. */
  releaseRequired: boolean;
  /**
   * Releases the session to its pool, for reuse if its page still responds, or deletes it, which saves its profile. After a
   * failure a session with telemetry is not reused: its next holder would start telemetry again.
   */
  release(outcome: { ok: boolean }): Promise<void>;
}

export interface ActionBrowserOptions {
  /** The invocation with which the session ends. */
  invocationId: string;
  stepTimeoutMs: number;
  log: (line: string) => void;
  /** What the session captures; what its pool has, or nothing, when absent. */
  telemetry?: TelemetryChoice;
}

/** Acquires or creates a session and connects to it. Rejects, without leaving a session, when that fails. */
export async function openActionBrowser(
  client: ServiceClient,
  choice: BrowserChoice,
  options: ActionBrowserOptions,
): Promise<ActionBrowser> {
  const session = await takeSession(client, choice, options);
  const giveBack = async (reuse: boolean) => {
    if (session.pool === undefined) {
      await client.call(operations.deleteBrowser, { params: { id: session.id } }, callTimeoutMs);
    } else {
      const params = { id_or_name: session.pool };
      const body = { session_id: session.id, reuse };
      await client.call(operations.releaseBrowser, { params, body }, callTimeoutMs);
    }
  };
  // After a failure the session may have ended with the invocation, as when that was cancelled.
  const release = async ({ reuse, ok }: { reuse: boolean; ok: boolean }) =>
    await giveBack(reuse).catch((error: unknown) => {
      const isGone = error instanceof ServiceRefusal && error.status === 404;
      if (!isGone || (ok && !error.isRepeated)) throw error;
    });
  let driven: DrivenBrowser;
  try {
    driven = await connectOverCdp(session.cdpUrl);
    await prepare(driven.page, { stepTimeoutMs: options.stepTimeoutMs, used: session.pool !== undefined });
  } catch (error) {
    await release({ reuse: false, ok: false }).catch(() => undefined);
    throw error;
  }
  return {
    page: driven.page,
    releaseRequired: choice.profile?.saveChanges ?? false,
    async release({ ok }) {
      const reusable = session.pool !== undefined && (ok || options.telemetry === undefined);
      const reuse = reusable && (await resetPage(driven.page));
      await driven.close();
      await release({ reuse, ok });
    },
  };
}

/** Sets the timeout of every step; in a used browser also removes cookies and other pages. */
async function prepare(page: Page, options: { stepTimeoutMs: number; used: boolean }): Promise<void> {
  const context = page.context();
  context.setDefaultTimeout(options.stepTimeoutMs);
  if (!options.used) return;
  await context.clearCookies();
  for (const other of context.pages()) if (other !== page) await other.close();
}

/** Navigates to an empty page; false when the page does not respond. */
async function resetPage(page: Page): Promise<boolean> {
  return await page.goto("about:blank", { timeout: resetTimeoutMs }).then(
    () => true,
    () => false,
  );
}

async function takeSession(
  client: ServiceClient,
  choice: BrowserChoice,
  { invocationId, log, telemetry }: ActionBrowserOptions,
): Promise<Session> {
  const captured = telemetry ? { telemetry } : {};
  if (choice.pool !== undefined) {
    const acquired = await acquire(client, choice.pool, captured);
    if (acquired) {
      log(`session ${acquired.id} from pool ${choice.pool}`);
      return acquired;
    }
    log(`there is no pool ${choice.pool}: opening a session instead`);
  }
  if (choice.profile) await ensureProfile(client, choice.profile.name);
  const { json } = await client.call(
    operations.createBrowser,
    {
      body: {
        invocation_id: invocationId,
        timeout_seconds: ownSessionTimeoutSeconds,
        ...captured,
        ...(choice.profile
          ? { profile: { name: choice.profile.name, save_changes: choice.profile.saveChanges } }
          : {}),
      },
    },
    callTimeoutMs,
  );
  const session = sessionOf(json, undefined);
  log(`session ${session.id} created${choice.profile ? ` with profile ${choice.profile.name}` : ""}`);
  return session;
}

/** Acquires a session; undefined when the service has no such pool. */
async function acquire(
  client: ServiceClient,
  pool: string,
  captured: { telemetry?: TelemetryChoice },
): Promise<Session | undefined> {
  try {
    const { status, json } = await client.call(
      operations.acquireBrowser,
      { params: { id_or_name: pool }, body: { acquire_timeout_seconds: acquireSeconds, ...captured } },
      (acquireSeconds + 15) * 1000,
    );
    if (status === 204) throw new Error(`no browser of pool ${pool} became free in ${acquireSeconds} s`);
    return sessionOf(json, pool);
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === 404) return undefined;
    throw error;
  }
}

async function ensureProfile(client: ServiceClient, name: string): Promise<void> {
  try {
    await client.call(operations.createProfile, { body: { name } }, callTimeoutMs);
  } catch (error) {
    // 409: it exists already.
    if (!(error instanceof ServiceRefusal && error.status === 409)) throw error;
  }
}

function sessionOf(json: unknown, pool: string | undefined): Session {
  const session = browserShape.parse(json);
  if (!session.cdp_ws_url) throw new Error(`session ${session.session_id} came without a DevTools address`);
  return { id: session.session_id, cdpUrl: session.cdp_ws_url, pool };
}
