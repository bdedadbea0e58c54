import type { BrowserCreate } from "../../lib/contract/browsers.ts";
import { browserTimeoutSeconds } from "../../lib/contract/browsers.ts";
import { operations } from "../../lib/contract/operations.ts";
import { pageLimit } from "../../lib/contract/paging.ts";
import type { ProfileState } from "../chromium/profile-state.ts";
import type { ExtensionChoice } from "../domain/extensions.ts";
import { badRequest, notFound } from "../domain/problem.ts";
import type { SessionOptions } from "../domain/session.ts";
import type { Sessions } from "../domain/sessions.ts";
import type { ExtensionSource } from "../instance/extension-folders.ts";
import { type Implementation, implement } from "./route.ts";

/** Where a session's proxy comes from. Throws a Problem for an unknown one. */
export interface ProxyLookup {
  forSession(proxyId: string): Promise<{ id: string; url: string }>;
}

/** Where a session's profile comes from and goes to. `resolve` throws a Problem for an unknown one. */
export interface ProfileStore {
  resolve(choice: { id: string } | { name: string }): Promise<{
    id: string;
    name?: string | null;
    state?: ProfileState;
  }>;
  saved(id: string, state: ProfileState): Promise<void> | void;
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
  return [
    implement(operations.createBrowser, async ({ body, caller }) => {
      const options = await sessionOptions(deps, body ?? {}, caller.invocationId);
      return { status: 200, body: sessions.toBrowser(await sessions.create(options)) };
    }),
    implement(operations.listBrowsers, async ({ query }) => {
      const { items, paging } = sessions.list({
        status: query.status ?? (query.include_deleted ? "all" : "active"),
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
    implement(operations.deleteBrowser, async ({ params }) => {
      if (!sessions.find(params.id)) throw unknownSession(params.id);
      await sessions.end(params.id, "deleted");
      return { status: 204 };
    }),
  ];
}

/** 404 of every operation on a session that does not live. */
export const unknownSession = (id: string) => notFound(`a living browser session ${id}`);

async function sessionOptions(
  deps: BrowserRoutesDeps,
  body: BrowserCreate,
  callersInvocation: string | undefined,
): Promise<SessionOptions> {
  const invocationId = callersInvocation ?? body.invocation_id;
  if (invocationId !== undefined && !deps.takesSessions(invocationId)) {
    throw badRequest(`invocation_id: there is no running invocation ${invocationId}`);
  }
  const { viewport, profile, persistence } = body;
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
    ...(profile ? { profile: await chosenProfile(deps.profiles, profile) } : {}),
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
