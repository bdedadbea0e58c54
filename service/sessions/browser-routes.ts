import type { BrowserCreate, BrowserUpdate } from "../../lib/contract/browsers.ts";
import { browserTimeoutSeconds } from "../../lib/contract/browsers.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { pageLimit } from "../../lib/contract/paging.ts";
import type { Extensions } from "../extensions/extensions.ts";
import { type Implementation, implement } from "../http/route.ts";
import { badRequest, notFound } from "../kernel/problem.ts";
import type { Profiles } from "../profiles/profiles.ts";
import { selectTelemetry } from "../telemetry/telemetry-selection.ts";
import { checkHolder, noRunningInvocation, unknownSession } from "./live-sessions.ts";
import type { PlacedSession, RequestedChanges, SessionPlaces, SessionRequest } from "./session-places.ts";
import type { SessionLabels } from "./session-rows.ts";
import type { Sessions } from "./sessions.ts";

export interface BrowserRoutesDeps {
  places: SessionPlaces;
  sessions: Pick<Sessions, "toBrowser" | "list" | "recordByIdOrName" | "describe">;
  profiles: Profiles;
  extensions: Extensions;
  /** False unless the invocation is running. */
  acceptsSessions: (invocationId: string) => boolean;
}

/** Creation, list, details, changes and end of sessions. */
export function browserRoutes(deps: BrowserRoutesDeps): Implementation[] {
  const { places, sessions } = deps;
  const creations = new KeyedQueue();
  const updates = new KeyedQueue();
  /** By session that was created here: how many answers name it. */
  const answers = new WeakMap<PlacedSession, number>();
  const countAnswer = (session: PlacedSession, by: 1 | -1) => {
    // The count is not known for a session that an earlier service has created.
    const count = (answers.get(session) ?? Number.POSITIVE_INFINITY) + by;
    answers.set(session, count);
    return count;
  };
  const namedOrLiving = (idOrName: string) => {
    const session = places.findByIdOrName(idOrName);
    if (!session) throw unknownSession(idOrName);
    return session;
  };
  return [
    implement(operations.createBrowser, async ({ body, caller }) => {
      const { invocationId } = caller;
      const persistenceId = body?.persistence?.id;
      const inTurn = async <Result>(act: () => Promise<Result>) =>
        persistenceId === undefined ? await act() : await creations.run(persistenceId, act);
      const session = await inTurn(async () => {
        // While a session with this persistence id is living, every creation with the id returns it.
        const found = persistenceId === undefined ? undefined : places.findPersistent(persistenceId);
        if (found === undefined) {
          const request = await sessionRequest(deps, body ?? {}, invocationId);
          const created = await places.create(request, invocationId);
          await checkInvocation(deps, created, request);
          answers.set(created, 1);
          return created;
        }
        countAnswer(found, 1);
        return found;
      });
      const undo = () =>
        inTurn(async () => {
          if (countAnswer(session, -1) === 0) await places.end(session.id, "deleted");
        });
      return { status: 200, body: sessions.toBrowser(session, caller), undo };
    }),
    implement(operations.retrieveBrowserLimits, async () => ({
      status: 200,
      body: { max_concurrent_sessions: places.capacity },
    })),
    implement(operations.listBrowsers, async ({ query, caller }) => {
      const filter = {
        status: query.status ?? (query.include_deleted ? "all" : "active"),
        query: query.query,
        tags: query.tags,
        limit: query.limit ?? pageLimit.standard,
        offset: query.offset ?? 0,
      };
      const { items, paging } = sessions.list(filter, caller);
      return { status: 200, body: items, paging };
    }),
    implement(operations.retrieveBrowser, async ({ params, query, caller }) => {
      // Its addresses are those of its present holder, which only its node knows.
      places.checkReported("id", params.id);
      places.checkReported("name", params.id);
      const record = sessions.recordByIdOrName(params.id);
      if (!record || (record.deleted_at !== null && !query.include_deleted)) throw unknownSession(params.id);
      return { status: 200, body: sessions.describe(record, caller) };
    }),
    implement(operations.updateBrowser, async ({ params, body, caller }) => {
      const session = namedOrLiving(params.id);
      const { lease } = session;
      await updates.run(session.id, async () => {
        await places.change(session, await requestedChanges(deps, session, body), lease);
      });
      // The answer has the addresses of the present holder.
      checkHolder(session, lease);
      return { status: 200, body: sessions.toBrowser(session, caller) };
    }),
    implement(operations.deletePersistentBrowser, async ({ query }) => {
      const session = places.findPersistent(query.persistent_id);
      if (!session) throw notFound(`a living browser session with the persistence ${query.persistent_id}`);
      await places.end(session.id, "deleted");
      return { status: 204 };
    }),
    implement(operations.deleteBrowser, async ({ params }) => {
      await places.end(namedOrLiving(params.id).id, "deleted");
      return { status: 204 };
    }),
  ];
}

/** Resolves everything before the first change, so that what is unknown leaves the session as it is. */
async function requestedChanges(
  { profiles }: BrowserRoutesDeps,
  { record }: PlacedSession,
  body: BrowserUpdate,
): Promise<RequestedChanges> {
  const telemetry = selectTelemetry(body.telemetry, record.telemetry);
  if (body.profile && record.profile !== null) {
    throw badRequest("profile: this session already has a profile; it can be set only once");
  }
  const profile = body.profile && (await resolveProfile(profiles, body.profile));
  const { width, height, refresh_rate, force } = body.viewport ?? {};
  const settings = {
    ...(body.proxy_id === undefined ? {} : { proxyId: body.proxy_id || null }),
    ...(profile ? { profile } : {}),
    ...(width && height ? { viewport: { width, height, refresh_rate, force } } : {}),
  };
  return {
    labels: {
      ...(body.name === undefined ? {} : { name: body.name || null }),
      ...(body.tags === undefined ? {} : { tags: tagsOrNull(body.tags) }),
    },
    ...(telemetry === record.telemetry ? {} : { telemetry }),
    ...(Object.keys(body).every((name) => ["telemetry", "name", "tags"].includes(name)) ? {} : { settings }),
  };
}

async function sessionRequest(
  deps: BrowserRoutesDeps,
  body: BrowserCreate,
  callerInvocationId: string | undefined,
): Promise<SessionRequest> {
  // A session belongs to an invocation only when the request names it: others outlive the action that creates them.
  const invocationId = body.invocation_id;
  if (callerInvocationId !== undefined && ![undefined, callerInvocationId].includes(invocationId)) {
    throw badRequest(`invocation_id: this token is that of the invocation ${callerInvocationId}`);
  }
  if (invocationId !== undefined && !deps.acceptsSessions(invocationId)) {
    throw noRunningInvocation(invocationId);
  }
  const { viewport, persistence } = body;
  const telemetry = selectTelemetry(body.telemetry, null);
  const profile = body.profile && (await resolveProfile(deps.profiles, body.profile));
  const extensions = deps.extensions.resolve(body.extensions ?? []);
  return {
    headless: body.headless ?? false,
    stealth: body.stealth ?? false,
    timeoutSeconds: body.timeout_seconds ?? browserTimeoutSeconds.standard,
    kioskMode: body.kiosk_mode ?? false,
    ...(viewport ? { viewport } : {}),
    ...(persistence ? { persistenceId: persistence.id } : {}),
    ...(invocationId !== undefined ? { invocationId } : {}),
    ...(body.proxy_id ? { proxyId: body.proxy_id } : {}),
    ...(profile ? { profile } : {}),
    telemetry,
    labels: labelsOf(body),
    extensions,
  };
}

/** Ends a session whose invocation has ended while it was created, and throws Problem 400. */
async function checkInvocation(
  { places, acceptsSessions }: BrowserRoutesDeps,
  { id }: PlacedSession,
  { invocationId }: SessionRequest,
): Promise<void> {
  if (invocationId === undefined || acceptsSessions(invocationId)) return;
  await places.end(id, "invocation_ended");
  throw noRunningInvocation(invocationId);
}

/** The labels of a creation or an acquisition. */
export const labelsOf = ({
  name,
  tags,
  start_url,
}: Pick<BrowserCreate, "name" | "tags" | "start_url">): SessionLabels => ({
  name: name ?? null,
  tags: tagsOrNull(tags),
  start_url: start_url ?? null,
});

const tagsOrNull = (tags: SessionLabels["tags"] | undefined) =>
  tags && Object.keys(tags).length > 0 ? tags : null;

async function resolveProfile(profiles: Profiles, choice: NonNullable<BrowserCreate["profile"]>) {
  return { ...(await profiles.resolve(choice)), saveChanges: choice.save_changes ?? false };
}

/** Runs actions with the same key one after another, in the order of the calls. */
class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, act: () => Promise<Result>): Promise<Result> {
    const earlier = this.#last.get(key) ?? Promise.resolve();
    const current = earlier.then(act, act);
    this.#last.set(key, current);
    try {
      return await current;
    } finally {
      if (this.#last.get(key) === current) this.#last.delete(key);
    }
  }
}
