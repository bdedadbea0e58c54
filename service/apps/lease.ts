// A session for an action: taken from a pool or created, attached to, and given back whatever happened.
import { browser as browserShape } from "../../lib/contract/browsers.ts";
import { operations } from "../../lib/contract/operations.ts";
import { connectOverCdp, type DrivenBrowser, type Page } from "../chromium/driver.ts";
import type { BrowserChoice } from "./app.ts";
import { type ServiceClient, ServiceRefusal } from "./service-client.ts";

const callTimeoutMs = 20_000;
const acquireSeconds = 15;
const leaveTimeoutMs = 3_000;
/** A session of our own outlives a lost runner by no more than this. */
const ownTimeoutSeconds = 60;

interface Session {
  id: string;
  cdpUrl: string;
  pool: string | undefined;
}

export interface Lease {
  page: Page;
  /** Whether the result is worth nothing unless the session is given back in order: its profile is saved then. */
  mustBeGivenBack: boolean;
  /** Gives the session back to its pool, for reuse if it still works, or ends it, which is what saves a profile. */
  giveBack(): Promise<void>;
}

export async function leaseBrowser(
  client: ServiceClient,
  choice: BrowserChoice,
  options: { stepTimeoutMs: number; log: (line: string) => void },
): Promise<Lease> {
  const session = await takeSession(client, choice, options.log);
  const giveBack = async (reuse: boolean) => {
    if (session.pool === undefined) {
      await client.call(operations.deleteBrowser, { params: { id: session.id } }, callTimeoutMs);
    } else {
      const params = { id_or_name: session.pool };
      const body = { session_id: session.id, reuse };
      await client.call(operations.releaseBrowser, { params, body }, callTimeoutMs);
    }
  };
  let driven: DrivenBrowser;
  try {
    driven = await connectOverCdp(session.cdpUrl);
    await prepare(driven.page, { stepTimeoutMs: options.stepTimeoutMs, used: session.pool !== undefined });
  } catch (error) {
    await giveBack(false).catch(() => undefined);
    throw error;
  }
  return {
    page: driven.page,
    mustBeGivenBack: choice.profile?.saveChanges ?? false,
    async giveBack() {
      const reuse = session.pool !== undefined && (await leavesPage(driven.page));
      await driven.close();
      await giveBack(reuse);
    },
  };
}

/** Bounds every step and, in a browser that others used before, clears away what they left. */
async function prepare(page: Page, options: { stepTimeoutMs: number; used: boolean }): Promise<void> {
  const context = page.context();
  context.setDefaultTimeout(options.stepTimeoutMs);
  if (!options.used) return;
  await context.clearCookies();
  for (const other of context.pages()) if (other !== page) await other.close();
}

/** Whether the page still obeys; it shows nothing of the last action then. */
async function leavesPage(page: Page): Promise<boolean> {
  return await page.goto("about:blank", { timeout: leaveTimeoutMs }).then(
    () => true,
    () => false,
  );
}

async function takeSession(
  client: ServiceClient,
  choice: BrowserChoice,
  log: (line: string) => void,
): Promise<Session> {
  if (choice.pool !== undefined) {
    const taken = await acquire(client, choice.pool);
    if (taken) {
      log(`session ${taken.id} from pool ${choice.pool}`);
      return taken;
    }
    log(`there is no pool ${choice.pool}: opening a session instead`);
  }
  if (choice.profile) await makeProfile(client, choice.profile.name);
  const { json } = await client.call(
    operations.createBrowser,
    {
      body: {
        timeout_seconds: ownTimeoutSeconds,
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

/** A session from the pool, or undefined when this service has no such pool. */
async function acquire(client: ServiceClient, pool: string): Promise<Session | undefined> {
  try {
    const { status, json } = await client.call(
      operations.acquireBrowser,
      { params: { id_or_name: pool }, body: { acquire_timeout_seconds: acquireSeconds } },
      (acquireSeconds + 15) * 1000,
    );
    if (status === 204) throw new Error(`no browser of pool ${pool} became free in ${acquireSeconds} s`);
    return sessionOf(json, pool);
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === 404) return undefined;
    throw error;
  }
}

async function makeProfile(client: ServiceClient, name: string): Promise<void> {
  try {
    await client.call(operations.createProfile, { body: { name } }, callTimeoutMs);
  } catch (error) {
    // 409: it is there already.
    if (!(error instanceof ServiceRefusal && error.status === 409)) throw error;
  }
}

function sessionOf(json: unknown, pool: string | undefined): Session {
  const session = browserShape.parse(json);
  if (!session.cdp_ws_url) throw new Error(`session ${session.session_id} came without a DevTools address`);
  return { id: session.session_id, cdpUrl: session.cdp_ws_url, pool };
}
