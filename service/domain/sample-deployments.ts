// The samples as deployments, so that everything that can be invoked is in one place.
import type { App } from "../apps/app.ts";
import type { Store } from "../store/store.ts";
import { AppVersions } from "./app-versions.ts";
import type { Clock } from "./clock.ts";
import { DeploymentStore } from "./deployment-store.ts";

/** Adds samples that are new and stops those that are gone; oldest version first. */
export function provideSamples(store: Store, clock: Clock, samples: readonly App[]): void {
  const versions = new AppVersions(store);
  const rows = new DeploymentStore(store, () => clock.timestamp());
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
    for (const gone of known) {
      versions.deactivate(gone);
      rows.move(gone, ["running"], "stopped", "no longer part of the service");
    }
  });
}
