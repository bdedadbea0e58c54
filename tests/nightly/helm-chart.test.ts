// The chart of deploy/helm, as helm renders it: what a cluster would refuse or start with too many rights.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { deadlines } from "../../lib/server/kernel/paces.ts";
import { startClusterForHelm } from "../support/programs/cluster-for-helm.ts";
import { findHelm, type Helm } from "../support/programs/helm.ts";

const chart = "deploy/helm/fleetdeck";
const needed = ["--set", "publicUrl=https://fleet.example.com", "--set", "existingSecret=fleetdeck"];

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const labels = z.record(z.string(), z.string());
const container = z.object({
  image: z.string(),
  args: z.array(z.string()),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  env: z.array(
    z.object({
      name: z.string(),
      value: z.string().optional(),
      valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }).optional(),
    }),
  ),
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }).optional(),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
    procMount: z.string().optional(),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const workload = z.object({
  kind: z.literal("StatefulSet"),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number().optional(),
    podManagementPolicy: z.string().optional(),
    serviceName: z.string(),
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        // A Service named metrics or service would set METRICS_PORT or SERVICE_PORT to a URL.
        enableServiceLinks: z.literal(false),
        terminationGracePeriodSeconds: z.number().optional(),
        hostUsers: z.boolean().optional(),
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          runAsUser: z.literal(10001),
          seccompProfile: z.object({ type: z.string() }),
          appArmorProfile: z.object({ type: z.string() }).optional(),
        }),
        containers: z.tuple([container]),
        volumes: z.array(z.object({ name: z.string() })),
      }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })),
  }),
});
const autoscaler = z.object({
  minReplicas: z.number(),
  maxReplicas: z.number(),
  metrics: z.array(
    z.object({
      type: z.literal("External"),
      external: z.object({
        metric: z.object({ name: z.string(), selector: z.object({ matchLabels: labels }).optional() }),
        target: z.object({ type: z.literal("AverageValue"), averageValue: z.string() }),
      }),
    }),
  ),
});
const named = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }), spec: z.unknown() });

let helm: Helm;
const folder = mkdtempSync(join(tmpdir(), "fleetdeck-chart-"));
beforeAll(async () => {
  helm = await findHelm();
});
afterAll(() => {
  helm.remove();
  rmSync(folder, { recursive: true, force: true });
});

function render(...values: string[]) {
  const text = helm.run("template", "fleet", chart, ...needed, ...values.flatMap((each) => ["--set", each]));
  const all = parseAllDocuments(text).map((document) => named.parse(document.toJS()));
  const ofKind = (kind: string) => all.filter((each) => each.kind === kind);
  return { all, ofKind, workloads: ofKind("StatefulSet").map((each) => workload.parse(each)) };
}
const refusal = (...args: string[]) => {
  try {
    helm.run("template", "fleet", chart, ...args);
    return "";
  } catch (error) {
    return String(error);
  }
};

describe("the chart", () => {
  it("passes helm's own checks", () => {
    expect(helm.run("lint", "--strict", chart, ...needed)).toContain("0 chart(s) failed");
  });

  it("starts both programs without rights, on a read-only root, behind probes", () => {
    const { workloads } = render();
    expect(workloads.map(({ spec }) => spec.template.spec.containers[0].args)).toEqual([
      ["dashboard"],
      ["service"],
    ]);
    for (const { spec } of workloads) {
      const [program] = spec.template.spec.containers;
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      const volumes = [
        ...spec.template.spec.volumes,
        ...spec.volumeClaimTemplates.map((each) => each.metadata),
      ];
      expect(volumes.map(({ name }) => name).sort()).toEqual(
        program.volumeMounts.map(({ name }) => name).sort(),
      );
      const ports = program.ports.map(({ name }) => name);
      for (const { httpGet } of [program.startupProbe, program.livenessProbe, program.readinessProbe])
        expect(ports).toContain(httpGet.port);
    }
  });

  it("calls the service what the dashboard calls it, so that its live views are the service's own", () => {
    const { workloads } = render();
    const values = workloads.map(({ spec }) => spec.template.spec.containers[0].env);
    const envOf = (at: number, wanted: string) => values[at]?.find(({ name }) => name === wanted)?.value;
    expect(envOf(1, "SERVICE_PUBLIC_URL")).toBe(envOf(0, "API_BASE_URL"));
    expect(envOf(0, "API_BASE_URL")).toBe("http://fleet-service:4600");
  });

  it("takes every secret from the named Secret, and none from values", () => {
    const { workloads } = render();
    const secrets = workloads.flatMap(({ spec }) =>
      spec.template.spec.containers[0].env.filter(({ name }) =>
        /SECRET|KEY|TOKEN|PASSWORD|DATABASE/.test(name),
      ),
    );
    expect(secrets.map(({ name }) => name).sort()).toEqual([
      ...["ADMIN_PASSWORD", "API_TOKEN", "AUDIT_KEY", "DATABASE_URL", "NEXTAUTH_SECRET"],
      ...["OIDC_CLIENT_SECRET", "SERVICE_DATABASE_URL", "SERVICE_TOKEN"],
    ]);
    for (const { value, valueFrom } of secrets) {
      expect(value).toBeUndefined();
      expect(valueFrom?.secretKeyRef.name).toBe("fleetdeck");
    }
  });

  it("has services on standby when there are several", () => {
    const several = render("service.replicas=2");
    const service = several.workloads.find(
      ({ spec }) => spec.template.spec.containers[0].args[0] === "service",
    );
    expect(service?.spec.replicas).toBe(2);
    expect(several.ofKind("PodDisruptionBudget")).toHaveLength(2);
    // One that waits is alive, though it is ready only while it reaches the one that works.
    expect(service?.spec.template.spec.containers[0]).toMatchObject({
      livenessProbe: { httpGet: { path: "/livez" } },
      readinessProbe: { httpGet: { path: "/readyz" } },
    });
    expect(refusal(...needed, "--set", "service.replicas=0")).toMatch(/replicas/);
  });

  it("keeps the service's state in the database whatever runs beside it, as an older one there replaces a newer one", () => {
    const database = {
      name: "SERVICE_DATABASE_URL",
      valueFrom: { secretKeyRef: { name: "fleetdeck", key: "DATABASE_URL" } },
    };
    for (const values of [[], ["service.replicas=2"], ["nodes.replicas=3"]]) {
      const { env } = render(...values)
        .workloads.map(({ spec }) => spec.template.spec.containers[0])
        .find(({ args }) => args[0] === "service") ?? { env: [] };
      expect(env).toContainEqual(database);
    }
  });

  it("serves until a dashboard that ends is out of the Service, and leaves it the time to end after that", () => {
    const dashboard = render().workloads[0]?.spec.template.spec;
    const [sleep, seconds] = dashboard?.containers[0].lifecycle?.preStop.exec.command ?? [];
    expect(sleep).toBe("sleep");
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(dashboard?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number(seconds) + deadlines.shutdown.exitMs / 1000,
    );
  });

  it("has a disruption budget only for several replicas, as one alone would forbid to drain its node", () => {
    const budgets = (...values: string[]) =>
      render(...values)
        .ofKind("PodDisruptionBudget")
        .map(({ metadata }) => metadata.name);
    expect(budgets()).toEqual(["fleet-dashboard"]);
    expect(budgets("dashboard.replicas=1")).toEqual([]);
    expect(budgets("dashboard.replicas=1", "service.replicas=2")).toEqual(["fleet-service"]);
  });

  it("replaces pods that do not start, instead of waiting until they are ready", () => {
    const { workloads } = render("nodes.replicas=1");
    expect(workloads.map(({ spec }) => spec.podManagementPolicy)).toEqual(Array(3).fill("Parallel"));
  });

  it("has nodes that run the browsers of a service without its own, and drain before they end", () => {
    const { workloads, ofKind } = render("nodes.replicas=3", "nodes.drainSeconds=120");
    const programOf = (name: string) =>
      workloads.find(({ spec }) => spec.template.spec.containers[0].args[0] === name);
    const envOf = (name: string) => programOf(name)?.spec.template.spec.containers[0].env;
    expect(programOf("node")?.spec.replicas).toBe(3);
    expect(programOf("node")?.spec.template.spec.terminationGracePeriodSeconds).toBe(150);
    const database = {
      name: "SERVICE_DATABASE_URL",
      valueFrom: { secretKeyRef: { name: "fleetdeck", key: "DATABASE_URL" } },
    };
    expect(envOf("node")).toMatchObject([database, { name: "SERVICE_DRAIN_SECONDS", value: "120" }]);
    expect(envOf("service")).toMatchObject([
      { name: "SERVICE_TOKEN" },
      database,
      { name: "SERVICE_MAX_BROWSERS", value: "0" },
      { name: "SERVICE_PUBLIC_URL" },
    ]);
    expect(ofKind("NetworkPolicy")).toHaveLength(3);
    expect(ofKind("HorizontalPodAutoscaler")).toEqual([]);
    expect(render().all.filter(({ metadata }) => metadata.name.endsWith("-node"))).toEqual([]);
  });

  it("scales nodes on request, by metrics that there are", () => {
    const { workloads, ofKind } = render(
      "nodes.autoscaling.enabled=true",
      "nodes.autoscaling.maxReplicas=20",
    );
    const node = workloads.find(({ spec }) => spec.template.spec.containers[0].args[0] === "node");
    // One without a cluster to look at would undo what the autoscaler does.
    expect(node?.spec.replicas).toBeUndefined();
    const [found] = ofKind("HorizontalPodAutoscaler");
    expect(found?.spec).toMatchObject({
      scaleTargetRef: { kind: "StatefulSet", name: "fleet-node" },
      maxReplicas: 20,
    });
    const sources = ["fleet-metrics", "invocation-metrics"].map((name) =>
      readFileSync(new URL(`../../lib/server/metrics/${name}.ts`, import.meta.url), "utf8"),
    );
    for (const { external } of autoscaler.parse(found?.spec).metrics)
      expect(sources.join("")).toContain(`name: "${external.metric.name}"`);
  });

  it("keeps the number of nodes that there are when autoscaling is turned on, as without one it would become 1", async () => {
    const cluster = await startClusterForHelm({ name: "fleet-node", replicas: 10 });
    onTestFinished(cluster.close);
    const text = await helm.runBeside(
      ...["template", "fleet", chart, ...needed, "--set", "nodes.autoscaling.enabled=true"],
      ...[
        "--is-upgrade",
        "--dry-run=server",
        "--disable-openapi-validation",
        "--kube-apiserver",
        cluster.url,
      ],
    );
    const node = parseAllDocuments(text)
      .map((document) => named.parse(document.toJS()))
      .find(({ kind, metadata }) => kind === "StatefulSet" && metadata.name === "fleet-node");
    expect(node?.spec).toMatchObject({ replicas: 10 });
  });

  const nothing = { queued: 0, running: 0, inUse: 0, idle: 0, unfilled: 0 };
  it.each([
    ["nothing", nothing, 1],
    ["a queue", { ...nothing, queued: 12 }, 3],
    ["invocations that run, and none that wait", { ...nothing, running: 40, inUse: 40 }, 10],
    ["invocations that run, and a short queue", { ...nothing, running: 40, inUse: 40, queued: 12 }, 13],
    ["the last ones of a busy time", { ...nothing, running: 3, inUse: 3 }, 1],
    ["a pool that is not filled", { ...nothing, unfilled: 60 }, 5],
    ["one that is filled in part", { ...nothing, inUse: 11, idle: 40, unfilled: 9 }, 5],
    ["one that is filled", { ...nothing, idle: 60 }, 5],
    ["one that is in use", { ...nothing, inUse: 60 }, 5],
    ["browsers outside of pools", { ...nothing, inUse: 100 }, 9],
    ["these beside a pool", { ...nothing, inUse: 100, idle: 50, unfilled: 10 }, 14],
    ["more than the most nodes carry", { ...nothing, queued: 1_000 }, 20],
  ])("has as many nodes as carry %s", (_what, fleet, nodes) => {
    const { ofKind } = render("nodes.autoscaling.enabled=true", "nodes.autoscaling.maxReplicas=20");
    const { minReplicas, maxReplicas, metrics } = autoscaler.parse(
      ofKind("HorizontalPodAutoscaler")[0]?.spec,
    );
    const series: readonly { name: string; labels: Record<string, string>; value: number }[] = [
      { name: "fleetdeck_invocations_open", labels: { status: "queued" }, value: fleet.queued },
      { name: "fleetdeck_invocations_open", labels: { status: "running" }, value: fleet.running },
      { name: "fleetdeck_pool_browsers", labels: { state: "available" }, value: fleet.idle },
      { name: "fleetdeck_pool_browsers", labels: { state: "unfilled" }, value: fleet.unfilled },
      { name: "fleetdeck_browsers", labels: {}, value: fleet.inUse },
      {
        name: "fleetdeck_browsers_wanted",
        labels: {},
        value: fleet.inUse + fleet.idle + fleet.unfilled,
      },
    ];
    // As Kubernetes computes an external metric with an average value: whatever the present number is.
    const desired = metrics.map(({ external: { metric, target } }) => {
      const wanted = Object.entries(metric.selector?.matchLabels ?? {});
      const total = series
        .filter(
          ({ name, labels: of }) => name === metric.name && wanted.every(([key, value]) => of[key] === value),
        )
        .reduce((sum, { value }) => sum + value, 0);
      return Math.ceil(total / Number(target.averageValue));
    });
    expect(Math.min(maxReplicas, Math.max(minReplicas, ...desired))).toBe(nodes);
  });

  it("lets pods that run browsers isolate these, unless a value says no, and gives no other pod that right", () => {
    const rightsOf = (...values: string[]) =>
      Object.fromEntries(
        render(...values).workloads.map(({ spec: { template } }) => {
          const { hostUsers, securityContext, containers } = template.spec;
          const { seccompProfile, appArmorProfile } = securityContext;
          const [{ args, securityContext: own }] = containers;
          const profiles = [seccompProfile.type, appArmorProfile?.type];
          return [args[0] ?? "", [hostUsers, own.procMount, ...profiles]];
        }),
      );
    const standard = [undefined, undefined, "RuntimeDefault", undefined];
    const isolating = [false, "Unmasked", "Unconfined", "Unconfined"];
    expect(rightsOf("nodes.replicas=1")).toEqual({
      dashboard: standard,
      service: isolating,
      node: isolating,
    });
    expect(
      rightsOf("nodes.replicas=1", "service.isolateSessions=false", "nodes.isolateSessions=false"),
    ).toEqual({ dashboard: standard, service: standard, node: standard });
  });

  it("selects pods with every Service, budget and policy by labels that pods have", () => {
    const { all, workloads } = render("nodes.replicas=2");
    const pods = workloads.map(({ spec }) => spec.template.metadata.labels);
    const selecting = z.object({
      selector: z.union([z.object({ matchLabels: labels }), labels]).optional(),
      podSelector: z.object({ matchLabels: labels }).optional(),
    });
    for (const { kind, spec } of all.filter((each) =>
      /^(Service|PodDisruptionBudget|NetworkPolicy)$/.test(each.kind),
    )) {
      const { selector, podSelector } = selecting.parse(spec);
      const chosen = labels.parse(podSelector?.matchLabels ?? selector?.matchLabels ?? selector);
      const matched = pods.filter((pod) =>
        Object.entries(chosen).every(([key, value]) => pod[key] === value),
      );
      expect(matched, kind).toHaveLength(1);
    }
  });

  it("has the dashboard alone for another API, and an ingress on request", () => {
    const { workloads, ofKind } = render(
      "nodes.replicas=2",
      "dashboard.apiBaseUrl=https://api.example.com",
      "dashboard.replicas=3",
      "ingress.enabled=true",
      "ingress.tlsSecret=tls",
    );
    expect(workloads.map(({ spec }) => spec.replicas)).toEqual([3]);
    const env = workloads[0]?.spec.template.spec.containers[0].env;
    expect(env).toContainEqual({ name: "API_BASE_URL", value: "https://api.example.com" });
    expect(env?.map(({ name }) => name)).not.toContain("API_PLAIN_HTTP");
    expect(ofKind("Ingress")[0]?.spec).toMatchObject({
      tls: [{ hosts: ["fleet.example.com"], secretName: "tls" }],
      rules: [{ host: "fleet.example.com" }],
    });
    expect(ofKind("NetworkPolicy")).toHaveLength(1);
  });

  it("opens the port of the metrics, where there is one, to the cluster or to whom a value names", () => {
    const rules = z.object({
      ingress: z.array(z.object({ ports: z.unknown(), from: z.unknown().optional() })),
    });
    const dashboardOf = ({ ofKind, workloads }: ReturnType<typeof render>) => ({
      ports: workloads[0]?.spec.template.spec.containers[0].ports,
      served: z
        .object({ ports: z.unknown() })
        .parse(ofKind("Service").find(({ metadata }) => metadata.name === "fleet-dashboard")?.spec).ports,
      rules: rules.parse(
        ofKind("NetworkPolicy").find(({ metadata }) => metadata.name === "fleet-dashboard")?.spec,
      ).ingress,
    });
    expect(dashboardOf(render()).rules).toHaveLength(1);
    const open = dashboardOf(render("dashboard.env.METRICS_PORT=9464"));
    expect(open.ports).toContainEqual({ name: "metrics", containerPort: 9464 });
    expect(open.served).toContainEqual({ name: "metrics", port: 9464, targetPort: "metrics" });
    const ports = [{ port: "metrics" }];
    expect(open.rules[1]).toEqual({ ports, from: [{ namespaceSelector: {} }] });
    const namespace = "networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.team";
    const named = dashboardOf(render("dashboard.env.METRICS_PORT=9464", `${namespace}=monitoring`));
    expect(named.rules[1]).toEqual({
      ports,
      from: [{ namespaceSelector: { matchLabels: { team: "monitoring" } } }],
    });
  });

  it("is reached and probed below the path of its address", () => {
    const { workloads, ofKind } = render(
      "publicUrl=https://tools.example.com/ops/fleet/",
      "ingress.enabled=true",
    );
    expect(workloads[0]?.spec.template.spec.containers[0].readinessProbe.httpGet.path).toBe(
      "/ops/fleet/api/readyz",
    );
    expect(ofKind("Ingress")[0]?.spec).toMatchObject({
      rules: [{ host: "tools.example.com", http: { paths: [{ path: "/ops/fleet" }] } }],
    });
  });

  it.each([
    ["dashboard", "PORT", "8080"],
    ["dashboard", "HOST", "127.0.0.1"],
    ["service", "SERVICE_PORT", "8080"],
    ["service", "SERVICE_HOST", "127.0.0.1"],
    ["nodes", "SERVICE_PORT", "8080"],
    ["nodes", "SERVICE_HOST", "127.0.0.1"],
  ])("refuses %s.env.%s=%s, with which no probe reaches the program", (program, name, value) => {
    const message = refusal(...needed, "--set-string", `${program}.env.${name}=${value}`);
    expect(message).toMatch(new RegExp(`${program}.env`));
    expect(message).toContain(name);
  });

  it.each([
    ["dashboard", "PUBLIC_URL"],
    ["dashboard", "TRUSTED_PROXIES"],
    ["dashboard", "DATABASE_URL"],
    ["service", "SERVICE_TOKEN"],
    ["nodes", "SERVICE_DATABASE_URL"],
  ])("refuses %s.env.%s, which the chart sets: a cluster takes no variable twice", (program, name) => {
    const message = refusal(...needed, "--set-string", `${program}.env.${name}=x`);
    expect(message).toMatch(new RegExp(`${program}.env`));
    expect(message).toContain(name);
  });

  it("gives a program each variable once, also where a value has one that the chart would set", () => {
    const values = [
      "dashboard.env.API_PLAIN_HTTP=allow",
      "service.env.SERVICE_MAX_BROWSERS=2",
      "nodes.replicas=1",
    ];
    for (const { spec } of render(...values).workloads) {
      const names = spec.template.spec.containers[0].env.map(({ name }) => name);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
  });

  it("has names of the length that a cluster takes for pods of a StatefulSet, whatever the release is called", () => {
    const release = "a-very-long-name-of-a-release-as-argo-cd-has-them-eu1";
    expect(release).toHaveLength(53);
    const text = helm.run("template", release, chart, ...needed, "--set", "nodes.replicas=1");
    const names = parseAllDocuments(text)
      .map((document) => named.parse(document.toJS()))
      .filter(({ kind }) => kind === "StatefulSet")
      .map(({ metadata }) => metadata.name);
    expect(names.map((name) => name.split("-").at(-1))).toEqual(
      expect.arrayContaining(["dashboard", "service", "node"]),
    );
    // A label of each pod is this name with a hash of ten characters, and has at most 63.
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(52);
  });

  it("gives programs numbers and quoted words as they are written, and refuses what YAML takes for something else", () => {
    const variables = (text: string) => {
      writeFileSync(`${folder}/values.yaml`, `service: { env: { ${text} } }`);
      return ["--values", `${folder}/values.yaml`];
    };
    const given = variables('SERVICE_SAMPLES: "off", SERVICE_REPLAY_MB: 1000000, SERVICE_MAX_BROWSERS: 0');
    const text = helm.run("template", "fleet", chart, ...needed, ...given);
    for (const [name, value] of [
      ["SERVICE_SAMPLES", "off"],
      ["SERVICE_REPLAY_MB", "1000000"],
      ["SERVICE_MAX_BROWSERS", "0"],
    ])
      expect(text).toMatch(new RegExp(`- name: ${name}\n +value: "${value}"\n`));
    expect(refusal(...needed, ...variables("SERVICE_SAMPLES: off"))).toMatch(
      /service.env.SERVICE_SAMPLES.*boolean/,
    );
    expect(refusal(...needed, ...variables("SERVICE_REPLAY_DAYS: 0.5"))).toMatch(
      /service.env.SERVICE_REPLAY_DAYS/,
    );
  });

  it("refuses missing and unknown values by name", () => {
    expect(refusal()).toMatch(/existingSecret/);
    expect(refusal("--set", "existingSecret=x")).toMatch(/publicUrl/);
    expect(refusal(...needed, "--set", "dashboard.replica=2")).toMatch(/replica/);
    expect(refusal(...needed, "--set", "service.enabled=false")).toMatch(/apiBaseUrl/);
  });
});
