// Stores the sample applications as deployments, like all others that can be invoked.
import type { App } from "../app-kit/app.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Store } from "../kernel/store.ts";
import { AppVersions } from "./app-versions.ts";
import { DeploymentRows } from "./deployment-rows.ts";

/** Adds new samples, oldest version first, and stops those that the service no longer has. */
export function registerSampleDeployments(store: Store, clock: Clock, samples: readonly App[]): void {
  const versions = new AppVersions(store);
  const rows = new DeploymentRows(store, () => clock.timestamp());
  rows.change(() => {
    const known = new Set(rows.ofOrigin("sample").map(({ id }) => id));
    for (const { id, name, version, deploymentId, actions } of samples) {
      if (known.delete(deploymentId)) continue;
      rows.insert({
        id: deploymentId,
        origin: "sample",
        status: "running",
        status_reason: "a sample that comes with the service",
        entrypoint: null,
        version,
        region: "local",
        env_vars: {},
      });
      versions.activate({
        id,
        deployment_id: deploymentId,
        app_name: name,
        version,
        actions: [...actions.keys()],
      });
    }
    for (const id of known) {
      versions.deactivate(id);
      rows.move(id, ["running"], "stopped", "no longer part of the service");
    }
  });
}
