// Deployments: code comes in, is looked into by a process of its own, and its applications can be invoked from then
// on. One is worked on at a time. The code of a replaced one stays until what runs or waits with it is over.
import type { Deployment, DeploymentEvent, DeploymentFilters } from "../../lib/contract/deployments.ts";
import type { Paging } from "../../lib/contract/paging.ts";
import type { DeployedCode } from "../apps/runner-messages.ts";
import type { Inspect } from "../apps/runner-process.ts";
import type { Store } from "../store/store.ts";
import type { AppVersions } from "./app-versions.ts";
import { Bell } from "./bell.ts";
import type { Clock } from "./clock.ts";
import { DeploymentCode } from "./deployment-code.ts";
import {
  DeploymentStore,
  type NewDeployment,
  type StoredDeployment,
  toDeployment,
} from "./deployment-store.ts";
import type { DeploymentWish } from "./deployment-wish.ts";
import { follow } from "./follow.ts";
import { newId } from "./ids.ts";
import { sinceStamp } from "./invocation-store.ts";
import { LineRing } from "./line-ring.ts";
import { conflict, forbidden, notFound, tooMany } from "./problem.ts";

/** What deployments need of the invocations. */
export interface InvocationsPort {
  /** How many of a deployment's invocations are queued or running. */
  openCount(deploymentId: string): number;
  /** Ends a deployment's open invocations. */
  endOfDeployment(deploymentId: string, reason: string): Promise<void>;
}

export interface DeploymentsDeps {
  store: Store;
  versions: AppVersions;
  /** Folder of all deployed code. */
  dir: string;
  inspect: Inspect;
  clock: Clock;
  report: (error: unknown) => void;
}

const maxWaiting = 20;
/** How long a client waits to be told of a conflict; after that the deployment says so itself. */
const answerWithinMs = 15_000;
const stoppedReason = "the service stopped while this was being deployed";
const taken = "is deployed already; send force=true to replace it, or another version";

/** The name and version are taken, and replacing was not asked for. */
class VersionTaken extends Error {}

export class Deployments {
  readonly code: DeploymentCode;
  readonly #deps: DeploymentsDeps;
  readonly #rows: DeploymentStore;
  readonly #bell = new Bell();
  readonly #rings = new Map<string, LineRing>();
  #invocations: InvocationsPort | undefined;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #inspecting: { id: string; stop: () => void } | undefined;
  #closed = false;

  /** What an earlier service left half done has failed. */
  constructor(deps: DeploymentsDeps) {
    this.#deps = deps;
    this.code = new DeploymentCode(deps.dir);
    this.#rows = new DeploymentStore(deps.store, () => deps.clock.timestamp());
    for (const { id } of this.#rows.ofStatus("queued", "in_progress")) {
      this.#rows.move(id, ["queued", "in_progress"], "failed", stoppedReason);
    }
  }

  /** Connects the two, before either works, and clears away code that nobody can run any more. */
  async attach(invocations: InvocationsPort): Promise<void> {
    this.#invocations = invocations;
    const rows = this.#rows.ofStatus("running", "stopped");
    const kept = rows.filter(({ id, status }) => status === "running" || invocations.openCount(id) > 0);
    await this.code.sweep(new Set(kept.map(({ id }) => id)));
  }

  /** The code that a deployment's actions run from; null for a sample, undefined when it is gone. */
  codeOf(id: string): DeployedCode | null | undefined {
    const row = this.#rows.find(id);
    if (row?.origin === "sample") return null;
    if (!row?.entrypoint || !this.code.exists(id)) return undefined;
    return { folder: this.code.folder(id), entry: row.entrypoint, env: row.env_vars };
  }

  /**
   * Takes code in and resolves once it runs or has failed, or with its present state when that takes long.
   * Throws 400 (the archive), 409 (the version is taken) or 429.
   */
  async create(wish: DeploymentWish, origin: "upload" | "folder" = "upload"): Promise<Deployment> {
    if (this.#waiting >= maxWaiting) throw tooMany("too many deployments are waiting; try again later", 10);
    const { code } = wish;
    const id = newId();
    const row: NewDeployment = {
      id,
      origin,
      status: "queued",
      status_reason: "waiting to be looked into",
      entrypoint: wish.entrypoint ?? null,
      version: wish.version,
      region: wish.region,
      env_vars: wish.envVars,
    };
    if (code.kind === "source") {
      const status_reason = `this service fetches no code from elsewhere: download ${code.url} and send it as file with entrypoint_rel_path`;
      this.#rows.insert({ ...row, status: "failed", status_reason });
      return this.retrieve(id);
    }
    this.#waiting += 1;
    const taken = Promise.withResolvers<boolean>();
    try {
      row.entrypoint = await this.code.place(id, { ...wish, code });
      this.#rows.insert(row);
    } catch (error) {
      this.#waiting -= 1;
      throw error;
    }
    this.#rings.set(id, new LineRing());
    this.#work = this.#work
      .then(async () => taken.resolve(await this.#deploy(id, wish.force)))
      .catch((error: unknown) => {
        this.#deps.report(error);
        taken.resolve(false);
      })
      .finally(() => {
        this.#waiting -= 1;
      });
    const stopTimer = this.#deps.clock.after(answerWithinMs, () => taken.resolve(false));
    const isTaken = await taken.promise;
    stopTimer();
    if (isTaken) {
      const { status_reason } = this.#row(id);
      this.#rows.remove(id);
      throw conflict(status_reason);
    }
    return this.retrieve(id);
  }

  list(filters: DeploymentFilters): { items: Deployment[]; paging: Paging } {
    const { rows, paging } = this.#rows.list(filters);
    return { items: rows.map(toDeployment), paging };
  }

  /** Throws 404. */
  retrieve(id: string): Deployment {
    return toDeployment(this.#row(id));
  }

  /** Stops a deployment and what runs with it; fine when it is over already. Throws 403 or 404. */
  async delete(id: string): Promise<void> {
    const { origin } = this.#row(id);
    if (origin === "sample") throw forbidden("the sample applications come with the service and stay");
    const stopped = this.#rows.change(() => {
      this.#deps.versions.deactivate(id);
      return this.#rows.move(id, ["queued", "in_progress", "running"], "stopped", "deleted by request");
    });
    if (!stopped) return;
    if (this.#inspecting?.id === id) this.#inspecting.stop();
    this.#bell.ring(id);
    await this.#invocations?.endOfDeployment(id, "its deployment was deleted");
    await this.code.remove(id);
  }

  /** What happens to a deployment and what it says while it is looked into. Throws 404 at once. */
  follow(
    id: string,
    since: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<DeploymentEvent[], void> {
    this.#row(id);
    const { clock, versions } = this.#deps;
    const timestamp = () => clock.timestamp();
    const subject = {
      look: () => {
        const row = this.#row(id);
        return {
          status: row.status,
          over: row.status !== "queued" && row.status !== "in_progress",
          state: (): DeploymentEvent[] => [
            ...(row.status === "running"
              ? versions.ofDeployment(id).map((one) => summary(one, timestamp()))
              : []),
            { event: "deployment_state", timestamp: timestamp(), deployment: toDeployment(row) },
          ],
          ring: this.#rings.get(id),
        };
      },
      savedLines: () => this.#rows.savedLines(id),
      news: () => this.#bell.next(id),
      stopping: () => this.#closed,
    };
    const from = since === undefined ? undefined : sinceStamp(since, clock.now());
    return follow<DeploymentEvent>(subject, { sinceStamp: from, timestamp, signal });
  }

  /** To be told when an invocation is over: the code of a stopped deployment goes with its last one. */
  async invocationOver(id: string): Promise<void> {
    const row = this.#rows.find(id);
    if (row?.status !== "stopped" || row.origin === "sample") return;
    if (this.#invocations?.openCount(id) === 0) await this.code.remove(id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#inspecting?.stop();
    this.#bell.ringAll();
    await this.#work;
  }

  /** Looks into the code and lets its applications be invoked. True when only a conflict stood against it. */
  async #deploy(id: string, force: boolean): Promise<boolean> {
    let isTaken = false;
    try {
      const started = this.#rows.move(id, ["queued"], "in_progress", "looking for its applications");
      this.#bell.ring(id);
      if (!started || this.#closed) return false;
      const apps = await this.#inspect(id);
      const replaced = this.#rows.change(() => this.#activate(id, apps, force));
      for (const other of replaced) {
        this.#bell.ring(other);
        await this.invocationOver(other);
      }
    } catch (error) {
      isTaken = error instanceof VersionTaken;
      const reason = error instanceof Error ? error.message : String(error);
      this.#rows.move(id, ["queued", "in_progress"], "failed", reason);
      await this.code.remove(id).catch(this.#deps.report);
    } finally {
      this.#rows.saveLines(id, this.#rings.get(id)?.lines() ?? []);
      this.#rings.delete(id);
      this.#bell.ring(id);
    }
    return isTaken;
  }

  async #inspect(id: string): Promise<{ name: string; actions: string[] }[]> {
    const code = this.codeOf(id);
    if (!code) throw new Error("its code is gone");
    const fault = await this.code.entryFault(id, code.entry);
    if (fault !== undefined) throw new Error(fault);
    this.#log(id, `loading ${code.entry}`);
    const inspection = this.#deps.inspect(id, code, (line) => this.#log(id, line));
    this.#inspecting = { id, stop: inspection.stop };
    const found = await inspection.result;
    this.#inspecting = undefined;
    if (!found.ok) throw new Error(this.#closed ? stoppedReason : found.reason);
    for (const { name, actions } of found.apps) this.#log(id, `application ${name}: ${actions.join(", ")}`);
    return found.apps;
  }

  #log(id: string, line: string): void {
    this.#rings.get(id)?.add(this.#deps.clock.timestamp(), line);
    this.#bell.ring(id);
  }

  /** All applications of a deployment or none. Returns the deployments that have no version left. */
  #activate(id: string, apps: readonly { name: string; actions: string[] }[], force: boolean): string[] {
    const { versions } = this.#deps;
    const { version } = this.#row(id);
    const holders = new Map<string, string>();
    for (const { name } of apps) {
      const holder = versions.holder(name, version);
      if (holder === undefined) continue;
      if (!force) throw new VersionTaken(`${name} ${version} ${taken}`);
      if (this.#row(holder).origin === "sample") {
        throw new VersionTaken(
          `${name} ${version} is a sample of the service; choose another name or version`,
        );
      }
      holders.set(name, holder);
    }
    // Deleted while it was looked into.
    if (!this.#rows.move(id, ["in_progress"], "running", "its applications can be invoked")) return [];
    for (const [name, holder] of holders) versions.deactivate(holder, name);
    const emptied = [...new Set(holders.values())].filter((holder) => !versions.isActive(holder));
    for (const holder of emptied)
      this.#rows.move(holder, ["running"], "stopped", `replaced by deployment ${id}`);
    for (const { name, actions } of apps) {
      versions.activate({ id: newId(), deployment_id: id, app_name: name, version, actions });
    }
    return emptied;
  }

  #row(id: string): StoredDeployment {
    const row = this.#rows.find(id);
    if (!row) throw notFound(`the deployment ${id}`);
    return row;
  }
}

const summary = (
  version: ReturnType<AppVersions["ofDeployment"]>[number],
  timestamp: string,
): DeploymentEvent => ({
  event: "app_version_summary",
  timestamp,
  id: version.id,
  app_name: version.app_name,
  version: version.version,
  region: version.region,
  actions: version.actions.map((name) => ({ name })),
  env_vars: version.env_vars,
});
