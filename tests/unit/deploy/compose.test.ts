// The compose file of deploy/ against the programs that it starts.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string().or(z.number())),
  ports: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }),
  read_only: z.literal(true),
  depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })).optional(),
});
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(read("deploy/compose.yaml"), { merge: true }));
const ours = Object.entries(services).filter(([, { image }]) => image.includes("fleetdeck"));

test("each program is one of the image's, with variables that it reads", () => {
  const programs = [...read("deploy/image/fleetdeck").matchAll(/^ {2}([a-z]+)\)/gm)].map(([, name]) => name);
  const dashboard = read("lib/server/kernel/env.ts");
  const local = read("service/kernel/env.ts");
  expect(ours.map(([name]) => name)).toEqual(["dashboard", "service", "node"]);
  for (const [name, { command = [], environment }] of ours) {
    expect(programs).toContain(command[0]);
    const known = name === "dashboard" ? dashboard : local;
    const unknown = Object.keys(environment).filter(
      (variable) => !new RegExp(`\\b${variable}\\b`).test(known),
    );
    expect(unknown, name).toEqual([]);
  }
});

test("the service always keeps its state in the database, where it would otherwise leave an older one", () => {
  const [dashboard, service, node] = ours.map(([, { environment }]) => environment);
  expect(dashboard?.DATABASE_URL).toContain("@postgres/fleetdeck");
  for (const each of [service, node]) expect(each?.SERVICE_DATABASE_URL).toBe(dashboard?.DATABASE_URL);
});

test("each has a health check, and waits only for what has one", () => {
  for (const [name, { healthcheck, depends_on = {} }] of Object.entries(services)) {
    expect(healthcheck.test[0], name).toBe("CMD");
    for (const awaited of Object.keys(depends_on)) expect(services[awaited], name).toBeDefined();
  }
});

test("what runs browsers may isolate them, and the dashboard has no such right", () => {
  const isolating = ["no-new-privileges:true", "seccomp=unconfined", "apparmor=unconfined"];
  const rights = Object.fromEntries(ours.map(([name, { security_opt }]) => [name, security_opt]));
  expect(rights).toEqual({
    dashboard: ["no-new-privileges:true"],
    service: [...isolating, "systempaths=unconfined"],
    node: [...isolating, "systempaths=unconfined"],
  });
});
