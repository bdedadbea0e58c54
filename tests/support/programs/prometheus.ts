// Prometheus itself, which scrapes one target and answers queries: Debian's, in the package of promtool.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { findPromtool } from "../../../scripts/ensure-promtool.mjs";
import { waitFor } from "../wait-until.ts";
import { freePort } from "./free-port.ts";

const program = join(dirname(findPromtool(process.env) ?? ""), "prometheus");

/** Whether there is a Prometheus to start. */
export const hasPrometheus = existsSync(program);

const answer = z.object({
  data: z.object({
    result: z.array(
      z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
    ),
  }),
});

/** One series of a query's result. */
export interface QueriedSeries {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Starts one that scrapes `/metrics` of a port of this machine several times a second and evaluates a file of rules. */
export async function startPrometheus({ targetPort, rules }: { targetPort: number; rules: string }) {
  const folder = mkdtempSync(join(tmpdir(), "fleetdeck-prometheus-"));
  const config = {
    global: { scrape_interval: "200ms", scrape_timeout: "200ms", evaluation_interval: "200ms" },
    rule_files: [resolve(rules)],
    scrape_configs: [{ job_name: "fleetdeck", static_configs: [{ targets: [`127.0.0.1:${targetPort}`] }] }],
  };
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    program,
    [
      ...[`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`],
      ...[`--web.listen-address=${address}`, "--log.level=error"],
    ],
    { stdio: "inherit" },
  );
  const exited = once(child, "exit");
  const read = async (path: string): Promise<unknown> => {
    const reply = await fetch(`http://${address}${path}`);
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return await reply.json();
  };
  const query = async (expression: string): Promise<QueriedSeries[]> => {
    const { data } = answer.parse(await read(`/api/v1/query?query=${encodeURIComponent(expression)}`));
    return data.result.map(({ metric, value: [, value] }) => ({ labels: metric, value: Number(value) }));
  };
  const ready = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    );
  await Promise.race([
    waitFor("Prometheus is ready", ready),
    exited.then(() => Promise.reject(new Error("Prometheus has ended"))),
  ]);
  return {
    query,
    read,
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
