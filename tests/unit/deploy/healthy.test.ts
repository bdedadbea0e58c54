// The health check of the container image, outside of a container: with paths of this machine in place of the image's.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "fleetdeck-healthy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The health check's exit code in a container that was started with this command and these variables. */
async function checked(command: string, variables: Record<string, string>): Promise<number> {
  const commandLine = join(folder, "cmdline");
  writeFileSync(commandLine, command.replaceAll(" ", "\0"));
  const script = readFileSync("deploy/image/healthy", "utf8")
    .replace("/opt/fleetdeck/node_modules/node-linux-*/bin/node", process.execPath)
    .replace("/proc/1/cmdline", commandLine);
  const child = spawn("sh", ["-c", script], {
    env: { NODE_ENV: "test", PATH: "/usr/bin:/bin", ...variables },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code;
}

/** A program that answers at `path` of `host` alone; returns its port. */
async function answering(host: string, path: string): Promise<string> {
  const server = createServer(({ url }, response) => response.writeHead(url === path ? 200 : 404).end());
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? String(address.port) : "";
}

const dashboard = "tini -- fleetdeck dashboard";
const hasIpv6 = Object.values(networkInterfaces()).some((of) => of?.some(({ address }) => address === "::1"));
const ipv4 = [
  ["", "127.0.0.1"],
  ["127.0.0.2", "127.0.0.2"],
  ["0.0.0.0", "0.0.0.0"],
] as const;
const ipv6 = [
  ["::", "::"],
  ["::1", "::1"],
] as const;

test.each([...ipv4, ...(hasIpv6 ? ipv6 : [])])(
  "where HOST is '%s' the health check asks the dashboard at %s",
  async (given, host) => {
    const variables = { HOST: given, PORT: await answering(host, "/api/livez") };
    expect(await checked(dashboard, variables)).toBe(0);
  },
);

test.each(["service", "node"])("the health check asks a %s at its own host", async (program) => {
  const variables = { SERVICE_HOST: "127.0.0.2", SERVICE_PORT: await answering("127.0.0.2", "/livez") };
  expect(await checked(`tini -- fleetdeck ${program}`, variables)).toBe(0);
});

test("the health check asks below the path of PUBLIC_URL, and fails where nothing answers", async () => {
  const variables = { PORT: await answering("127.0.0.1", "/ops/api/livez") };
  expect(await checked(dashboard, { ...variables, PUBLIC_URL: "https://tools.example.com/ops/" })).toBe(0);
  expect(await checked(dashboard, variables)).toBe(1);
});
