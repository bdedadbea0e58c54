// As much of a cluster's API as helm asks before it renders a chart for it.
import { createServer } from "node:http";
import { listenOnFreePort } from "./free-port.ts";

const kinds: Readonly<Record<string, readonly string[]>> = {
  "apps/v1": ["StatefulSet"],
  "autoscaling/v2": ["HorizontalPodAutoscaler"],
  "networking.k8s.io/v1": ["NetworkPolicy"],
  "policy/v1": ["PodDisruptionBudget"],
};
const resources = (groupVersion: string, names: readonly string[]) => ({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion,
  resources: names.map((kind) => ({
    name: `${kind.toLowerCase()}s`,
    kind,
    namespaced: true,
    verbs: ["get"],
  })),
});

/** Starts one that has a StatefulSet of this name with so many replicas, and nothing else. */
export async function startClusterForHelm(statefulSet: { name: string; replicas: number }) {
  const answers = new Map<string, unknown>([
    ["/version", { major: "1", minor: "34", gitVersion: "v1.34.0" }],
    ["/api", { kind: "APIVersions", versions: ["v1"] }],
    ["/api/v1", resources("v1", ["Service"])],
    [
      "/apis",
      {
        kind: "APIGroupList",
        apiVersion: "v1",
        groups: Object.keys(kinds).map((groupVersion) => {
          const [name, version] = groupVersion.split("/");
          return { name, versions: [{ groupVersion, version }], preferredVersion: { groupVersion, version } };
        }),
      },
    ],
    ...Object.entries(kinds).map(([group, names]) => [`/apis/${group}`, resources(group, names)] as const),
    [
      `/apis/apps/v1/namespaces/default/statefulsets/${statefulSet.name}`,
      {
        kind: "StatefulSet",
        apiVersion: "apps/v1",
        metadata: { name: statefulSet.name },
        spec: { replicas: statefulSet.replicas },
      },
    ],
  ]);
  const server = createServer(({ url = "" }, response) => {
    const found = answers.get(new URL(url, "http://cluster").pathname);
    const missing = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 };
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? missing));
  });
  return await listenOnFreePort(server);
}
