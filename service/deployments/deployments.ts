// Deployments: uploaded code is inspected in a separate process, then its applications can be invoked. Deployments are
// processed one at a time. The code of a replaced one is removed after its last queued or running invocation.
import type { Deployment, DeploymentEvent, DeploymentFilters } from "../../lib/contract/deployments.ts";
import type { Paging } from "../../lib/contract/paging.ts";
import type { Clock } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import { follow, readerOf } from "../kernel/follow-events.ts";
import { newId } from "../kernel/ids.ts";
import { KeyedNotifier } from "../kernel/keyed-notifier.ts";
import { LineRing } from "../kernel/line-ring.ts";
import { linesOf } from "../kernel/log-lines.ts";
import { conflict, forbidden, notFound, tooMany } from "../kernel/problem.ts";
import { Retries } from "../kernel/retries.ts";
import type { Store } from "../kernel/store.ts";
import type { DeployedCode } from "../runner/runner-messages.ts";
import type { Inspect } from "../runner/runner-process.ts";
import type { AppVersions } from "./app-versions.ts";
import { DeploymentCode } from "./deployment-code.ts";
import type { DeploymentRequest } from "./deployment-request.ts";
import {
  DeploymentRows,
  type NewDeployment,
  type StoredDeployment,
  toDeployment,
} from "./deployment-rows.ts";

/** The part of invocations that deployments use. */
export interface InvocationsPort {
  /** The number of a deployment's invocations that are queued or running. */
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
  /** Between attempts to store an end that could not be stored. */
  retryMs: number;
  report: (error: unknown) => void;
}

const maxWaiting = 20;
/** How long the response to `create` waits for the result; a later conflict is only in the deployment's status. */
const responseTimeoutMs = 15_000;
const stoppedReason = "the service stopped while this was being deployed";
const taken = "is already deployed; send force=true to replace it, or another version";

/** The name and version exist already and must not be replaced. */
class VersionTaken extends Error {}

/** Creates, inspects, activates and stops deployments and streams their events. */
export class Deployments {
  readonly code: DeploymentCode;
  readonly #deps: DeploymentsDeps;
  readonly #rows: DeploymentRows;
  readonly #notifier = new KeyedNotifier();
  readonly #rings = new Map<string, LineRing>();
  /** Ends that could not be stored, by the deployment's id. */
  readonly #retries: Retries;
  #invocations: InvocationsPort | undefined;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  #inspecting: { id: string; stop: () => void } | undefined;
  #closed = false;

  /** Fails the deployments that an earlier process left unfinished. */
  constructor(deps: DeploymentsDeps) {
    this.#deps = deps;
    const { clock, retryMs, report } = deps;
    this.#retries = new Retries({ clock, intervalMs: retryMs, report });
    this.code = new DeploymentCode(deps.dir);
    this.#rows = new DeploymentRows(deps.store, () => deps.clock.timestamp());
    for (const { id } of this.#rows.ofStatus("queued", "in_progress")) {
      this.#rows.move(id, ["queued", "in_progress"], "failed", stoppedReason);
    }
  }

  /** Connects the invocations, before the first request, and removes code that no invocation can use. */
  async attach(invocations: InvocationsPort): Promise<void> {
    this.#invocations = invocations;
    const rows = this.#rows.ofStatus("running", "stopped");
    const needed = rows.filter(({ id, status }) => status === "running" || invocations.openCount(id) > 0);
    await this.code.sweep(new Set(needed.map(({ id }) => id)));
  }

  /** The code of a deployment; null for a sample, undefined when it was removed. */
  codeOf(id: string): DeployedCode | null | undefined {
    const row = this.#rows.find(id);
    if (row?.origin === "sample") return null;
    if (!row?.entrypoint || !this.code.exists(id)) return undefined;
    return { folder: this.code.folder(id), entry: row.entrypoint, env: row.env_vars };
  }

  /**
   * Deploys code; resolves once it is running or has failed, or with its current state after 15 seconds.
   * Throws 400 (the archive), 409 (the version exists) or 429.
   */
  async create(request: DeploymentRequest, origin: "upload" | "folder" = "upload"): Promise<Deployment> {
    if (this.#waiting >= maxWaiting) throw tooMany("too many deployments are waiting; try again later", 10);
    const { code } = request;
    const id = newId();
    const row: NewDeployment = {
      id,
      origin,
      status: "queued",
      status_reason: "waiting to be loaded",
      entrypoint: request.entrypoint ?? null,
      version: request.version,
      region: request.region,
      env_vars: request.envVars,
    };
    if (code.kind === "source") {
      const status_reason = `this service does not download code: download ${code.url} and send it as file with entrypoint_rel_path`;
      this.#rows.insert({ ...row, status: "failed", status_reason });
      return this.retrieve(id);
    }
    this.#waiting += 1;
    const conflicted = Promise.withResolvers<string | undefined>();
    try {
      row.entrypoint = await this.code.place(id, { ...request, code });
      this.#rows.insert(row);
    } catch (error) {
      this.#waiting -= 1;
      throw error;
    }
    this.#rings.set(id, new LineRing());
    this.#work = this.#work
      .then(async () => conflicted.resolve(await this.#deploy(id, request.force)))
      .catch((error: unknown) => {
        this.#deps.report(error);
        conflicted.resolve(undefined);
      })
      .finally(() => {
        this.#waiting -= 1;
      });
    const stopTimer = this.#deps.clock.later(responseTimeoutMs, () => conflicted.resolve(undefined));
    const refusal = await conflicted.promise;
    stopTimer();
    if (refusal !== undefined) {
      this.#rows.remove(id);
      throw conflict(refusal);
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

  /** Stops a deployment and ends its open invocations; no effect once it has ended. Throws 403 or 404. */
  async delete(id: string): Promise<void> {
    const { origin } = this.#row(id);
    if (origin === "sample")
      throw forbidden("sample applications are part of the service and cannot be deleted");
    const stopped = this.#rows.change(() => {
      this.#deps.versions.deactivate(id);
      return this.#rows.move(id, ["queued", "in_progress", "running"], "stopped", "deleted by request");
    });
    if (!stopped) return;
    if (this.#inspecting?.id === id) this.#inspecting.stop();
    this.#notifier.ring(id);
    await this.#invocations?.endOfDeployment(id, "its deployment was deleted");
    await this.code.remove(id);
  }

  /** Streams a deployment's states and the log lines of its inspection. Throws 404 at once. */
  follow(
    id: string,
    since: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<DeploymentEvent[], void> {
    this.#row(id);
    const { clock, versions } = this.#deps;
    const subject = {
      snapshot: () => {
        const row = this.#row(id);
        return {
          status: row.status,
          over: row.status !== "queued" && row.status !== "in_progress",
          state: (): DeploymentEvent[] => [
            ...(row.status === "running"
              ? versions.ofDeployment(id).map((one) => summary(one, clock.timestamp()))
              : []),
            { event: "deployment_state", timestamp: clock.timestamp(), deployment: toDeployment(row) },
          ],
        };
      },
      log: () => this.#rings.get(id)?.reader() ?? readerOf(() => this.#rows.savedLines(id)),
      news: () => this.#notifier.next(id),
      stopping: () => this.#closed,
    };
    return follow<DeploymentEvent>(subject, { since, clock, signal });
  }

  /** Call after each end of an invocation: removes the code of a stopped deployment after its last one. */
  async invocationOver(id: string): Promise<void> {
    const row = this.#rows.find(id);
    if (row?.status !== "stopped" || row.origin === "sample") return;
    if (this.#invocations?.openCount(id) === 0) await this.code.remove(id);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#retries.close();
    this.#inspecting?.stop();
    this.#notifier.notifyAll();
    await this.#work;
  }

  /** Inspects the code and activates its applications. Resolves with the reason when it failed as a version exists already. */
  async #deploy(id: string, force: boolean): Promise<string | undefined> {
    let isTaken = false;
    let failure: string | undefined;
    try {
      const started = this.#rows.move(id, ["queued"], "in_progress", "looking for its applications");
      this.#notifier.ring(id);
      if (!started || this.#closed) return undefined;
      const apps = await this.#inspect(id);
      const replaced = this.#rows.change(() => this.#activate(id, apps, force));
      for (const other of replaced) {
        this.#notifier.ring(other);
        await this.invocationOver(other);
      }
    } catch (error) {
      isTaken = error instanceof VersionTaken;
      failure = messageOf(error);
      await this.code.remove(id).catch(this.#deps.report);
    } finally {
      void this.#retries.run(id, () => this.#storeEnd(id, failure));
    }
    return isTaken ? failure : undefined;
  }

  /** Stores the end of a deployment with its log. `failure`: why it has failed. */
  #storeEnd(id: string, failure: string | undefined): void {
    this.#rows.change(() => {
      if (failure !== undefined) this.#rows.move(id, ["queued", "in_progress"], "failed", failure);
      this.#rows.saveLines(id, this.#rings.get(id)?.lines() ?? []);
    });
    this.#rings.delete(id);
    this.#notifier.ring(id);
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
    this.#rings.get(id)?.add(linesOf(this.#deps.clock.timestamp(), line));
    this.#notifier.ring(id);
  }

  /** Activates all applications of a deployment or none. Returns the ids of deployments without any version left. */
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
    // Deleted during the inspection.
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
