import type { BrowserCreate, BrowserUpdate } from "../../lib/contract/browsers.ts";
import { browserTimeoutSeconds } from "../../lib/contract/browsers.ts";
import { operations } from "../../lib/contract/operations.ts";
import { pageLimit } from "../../lib/contract/paging.ts";
import type { ProfileState } from "../chromium/profile-state.ts";
import type { ExtensionChoice } from "../domain/extensions.ts";
import { badRequest, notFound } from "../domain/problem.ts";
import type { Session, SessionOptions } from "../domain/session.ts";
import type { Sessions } from "../domain/sessions.ts";
import { Turns } from "../domain/turns.ts";
import type { ExtensionSource } from "../instance/extension-folders.ts";
import { type Implementation, implement } from "./route.ts";

/** Where a session's proxy comes from. */
export interface ProxyLookup {
  /** Throws a Problem for an unknown one. Each is given back with `sessionEnded`. */
  forSession(proxyId: string): Promise<{ id: string; url: string }>;
  sessionEnded(proxyId: string): void;
}

/** Where a session's profile comes from and goes to. `resolve` throws a Problem for an unknown one. */
export interface ProfileStore {
  resolve(choice: { id: string } | { name: string }): Promise<{
    id: string;
    name?: string | null;
    created_at?: string;
    updated_at?: string;
    last_used_at?: string;
    state?: ProfileState;
  }>;
}

/** Where the extensions of a session's creation come from. Throws a Problem for a bad or unknown choice. */
export interface ExtensionLookup {
  resolve(choices: readonly ExtensionChoice[]): readonly ExtensionSource[];
}

export interface BrowserRoutesDeps {
  sessions: Sessions;
  proxies: ProxyLookup;
  profiles: ProfileStore;
  extensions: ExtensionLookup;
  /** False for an invocation that no session can join. */
  takesSessions: (invocationId: string) => boolean;
}

export function browserRoutes(deps: BrowserRoutesDeps): Implementation[] {
  const { sessions } = deps;
  const turns = new Turns();
  return [
    implement(operations.createBrowser, async ({ body, caller }) => {
      const create = async () => await created(deps, body ?? {}, caller.invocationId);
      const named = body?.persistence?.id;
      // A persistence identifier names one session: as long as it lives, whoever asks for it gets it.
      const session =
        named === undefined
          ? await create()
          : await turns.run(`named ${named}`, async () => sessions.findPersistent(named) ?? (await create()));
      return { status: 200, body: sessions.toBrowser(session) };
    }),
    implement(operations.listBrowsers, async ({ query }) => {
      const { items, paging } = sessions.list({
        status: query.status ?? (query.include_deleted ? "all" : "active"),
        query: query.query,
        limit: query.limit ?? pageLimit.standard,
        offset: query.offset ?? 0,
      });
      return { status: 200, body: items, paging };
    }),
    implement(operations.retrieveBrowser, async ({ params, query }) => {
      const record = sessions.record(params.id);
      if (!record || (record.deleted_at !== null && !query.include_deleted)) throw unknownSession(params.id);
      return { status: 200, body: sessions.describe(record) };
    }),
    implement(operations.updateBrowser, async ({ params, body }) => {
      const session = sessions.find(params.id);
      if (!session) throw unknownSession(params.id);
      await session.exclusively(async () => await changed(deps, session, body));
      return { status: 200, body: sessions.toBrowser(session) };
    }),
    implement(operations.deletePersistentBrowser, async ({ query }) => {
      const session = sessions.findPersistent(query.persistent_id);
      if (!session) throw notFound(`a living browser session with the persistence ${query.persistent_id}`);
      await sessions.end(session.id, "deleted");
      return { status: 204 };
    }),
    implement(operations.deleteBrowser, async ({ params }) => {
      if (!sessions.find(params.id)) throw unknownSession(params.id);
      await sessions.end(params.id, "deleted");
      return { status: 204 };
    }),
  ];
}

/** 404 of every operation on a session that does not live. */
export const unknownSession = (id: string) => notFound(`a living browser session ${id}`);

async function created(
  deps: BrowserRoutesDeps,
  body: BrowserCreate,
  callersInvocation: string | undefined,
): Promise<Session> {
  const options = await sessionOptions(deps, body, callersInvocation);
  try {
    return await deps.sessions.create(options);
  } catch (error) {
    if (options.proxy) deps.proxies.sessionEnded(options.proxy.id);
    throw error;
  }
}

/** Everything is looked up before anything changes. */
async function changed(deps: BrowserRoutesDeps, session: Session, body: BrowserUpdate): Promise<void> {
  const { sessions, proxies, profiles } = deps;
  if (body.profile && session.profile) {
    throw badRequest("profile: this session has a profile already; it can be given one only once");
  }
  const { proxy_id: earlier } = session.record;
  const wanted = body.proxy_id === undefined ? earlier : body.proxy_id || null;
  const profile = body.profile && (await chosenProfile(profiles, body.profile));
  const moves = wanted !== earlier;
  const proxy = moves && wanted !== null ? await proxies.forSession(wanted) : null;
  const { width, height, refresh_rate } = body.viewport ?? {};
  try {
    await sessions.change(session, {
      ...(moves ? { proxy } : {}),
      ...(profile ? { profile } : {}),
      ...(width && height ? { viewport: { width, height, refresh_rate } } : {}),
    });
  } finally {
    // The one it goes through in the end is given back when it ends.
    for (const id of moves ? [earlier, proxy?.id] : []) {
      if (id && id !== session.record.proxy_id) proxies.sessionEnded(id);
    }
  }
}

async function sessionOptions(
  deps: BrowserRoutesDeps,
  body: BrowserCreate,
  callersInvocation: string | undefined,
): Promise<SessionOptions> {
  const invocationId = callersInvocation ?? body.invocation_id;
  if (invocationId !== undefined && !deps.takesSessions(invocationId)) {
    throw badRequest(`invocation_id: there is no running invocation ${invocationId}`);
  }
  const { viewport, persistence } = body;
  const profile = body.profile && (await chosenProfile(deps.profiles, body.profile));
  const extensions = deps.extensions.resolve(body.extensions ?? []);
  return {
    headless: body.headless ?? false,
    stealth: body.stealth ?? false,
    timeoutSeconds: body.timeout_seconds ?? browserTimeoutSeconds.standard,
    kioskMode: body.kiosk_mode ?? false,
    ...(viewport ? { viewport } : {}),
    ...(persistence ? { persistenceId: persistence.id } : {}),
    ...(invocationId !== undefined ? { invocationId } : {}),
    ...(body.proxy_id ? { proxy: await deps.proxies.forSession(body.proxy_id) } : {}),
    ...(profile ? { profile } : {}),
    extensions,
  };
}

async function chosenProfile(profiles: ProfileStore, choice: NonNullable<BrowserCreate["profile"]>) {
  const saveChanges = choice.save_changes ?? false;
  if (choice.id !== undefined && choice.name === undefined) {
    return { ...(await profiles.resolve({ id: choice.id })), saveChanges };
  }
  if (choice.name !== undefined && choice.id === undefined) {
    return { ...(await profiles.resolve({ name: choice.name })), saveChanges };
  }
  throw badRequest("profile: give exactly one of id and name");
}
