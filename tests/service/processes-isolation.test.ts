import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processesNaming } from "../../service/kernel/process-tree.ts";
import { isolation } from "../../service/machine/sandbox/isolation.ts";
import { AgentLog, appendingTo } from "../../service/sessions/agent-log.ts";
import { type FullService, startFullService } from "../support/service/full-service.ts";
import { processesOf } from "../support/service/session-processes.ts";

const found = await isolation();

test("namespaces are used where the system supports them", async () => {
  const flags = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const given = await promisify(execFile)("unshare", [
    ...flags,
    "--mount",
    "--pid",
    "--fork",
    "mount",
    "-t",
    "tmpfs",
    "none",
    "/mnt",
  ]).then(
    () => true,
    () => false,
  );
  expect(found.kind === "namespaces" ? "" : found.reason).toBe(given ? "" : expect.any(String));
});

// Elsewhere there is nothing to prove: docs/service.md says what that means.
describe.skipIf(found.kind === "none")("what clients run in an instance", () => {
  let service: FullService;
  let mine: ReturnType<typeof processesOf>;
  let other: ReturnType<typeof processesOf>;
  let root: string;
  let otherRoot: string;
  beforeAll(async () => {
    process.env.SERVICE_TOKEN = "a-canary-token";
    service = await startFullService();
    const [a, b] = [
      await service.create({ timeout_seconds: 3600 }),
      await service.create({ timeout_seconds: 3600 }),
    ];
    mine = processesOf(service, a.session_id);
    other = processesOf(service, b.session_id);
    root = join(service.dataDir, "instances", a.session_id, "root");
    otherRoot = join(service.dataDir, "instances", b.session_id, "root");
    await writeFile(join(otherRoot, "home/fleetdeck/secret"), "a-canary-secret");
  });
  afterAll(async () => {
    delete process.env.SERVICE_TOKEN;
    await service.close();
    expect(service.faults).toEqual([]);
  });

  test("cannot access files of another instance, the service, or this machine's users", async () => {
    const hidden: string[] = [];
    for (const path of [
      join(otherRoot, "home/fleetdeck/secret"),
      join(service.dataDir, "service.db"),
      service.dataDir,
      process.cwd(),
      "/root/.",
      "/etc/shadow",
      "/sys/kernel",
    ]) {
      expect(existsSync(path), path).toBe(path !== "/etc/shadow" || existsSync(path));
      hidden.push(path);
    }
    const seen = await mine.exec("sh", {
      args: [
        "-c",
        'for path in "$@"; do test -e "$path" && echo "$path"; done; echo looked',
        "sh",
        ...hidden,
      ],
    });
    expect(seen.stdout).toBe("looked\n");
    expect((await mine.exec("cat", { args: ["/home/fleetdeck/secret"] })).code).not.toBe(0);
    expect((await other.exec("cat", { args: ["/home/fleetdeck/secret"] })).stdout).toBe("a-canary-secret");
    const lines = await mine.exec("cat /proc/*/cmdline");
    expect(lines.stdout).not.toContain(service.dataDir);
  });

  test("can list only processes of its own instance", async () => {
    const { process_id, pid } = await mine.spawn("sleep", { args: ["4711"] });
    // It is started by a program that then becomes it.
    await expect
      .poll(async () => (await mine.exec("ps", { args: ["-o", "args=", "-p", String(pid)] })).stdout)
      .toBe("sleep 4711\n");
    expect((await other.exec("ps -eo args=")).stdout).not.toContain("4711");
    expect((await mine.exec("ps -eo args=")).stdout).not.toMatch(/node|chromium|vitest/);
    expect((await mine.exec(`tr '\\0' '\\n' < /proc/${process.pid}/environ`)).code).not.toBe(0);
    expect((await mine.exec("cat /proc/1/environ; ls /proc/1/root/ /proc/1/cwd/")).stdout).toBe("");
    expect((await other.exec(`kill -9 ${pid} || kill -9 1`)).code).not.toBe(0);
    expect((await mine.status(process_id)).state).toBe("running");
    await mine.post(`${process_id}/kill`, { signal: "KILL" });
  });

  test("inherits nothing of the service's environment or open files", async () => {
    const { stdout } = await mine.exec("env; ls -l /proc/self/fd");
    expect(stdout).not.toContain("a-canary-token");
    expect(stdout).not.toContain("SERVICE_");
    expect(stdout.match(/^l.* -> /gm)).toHaveLength(4);
    // Nor does the machine see in a command line what a client gave as a variable.
    const { process_id } = await mine.spawn("sleep 300", { env: { PASSWORD: "a-canary-password" } });
    expect(await processesNaming("a-canary-password")).toEqual([]);
    await mine.post(`${process_id}/kill`, { signal: "KILL" });
    // What a variable does to a program's loader, it does to a program without rights.
    const evil = await mine.exec("id -u", {
      env: { LD_PRELOAD: "/tmp/nothing.so", LD_LIBRARY_PATH: "/tmp" },
    });
    expect(evil.code).toBe(0);
  });

  test("has no rights over the system it runs on", async () => {
    const { stdout } = await mine.exec("grep -E '^(Cap|NoNewPrivs)' /proc/self/status");
    expect(stdout).toMatch(/NoNewPrivs:\s+1/);
    // The capabilities that are left: to use files of the instance that others made, and (mapped) to change its own root.
    const held = BigInt(`0x${/CapEff:\s+(\w+)/.exec(stdout)?.[1]}`);
    expect(held & ~0x4000an).toBe(0n);
    const attempts = [
      "touch /usr/canary",
      "touch /etc/canary",
      "echo x > /proc/sysrq-trigger",
      "echo x > /proc/sys/kernel/hostname",
      "chmod 600 /dev/null",
      "mknod /tmp/disk b 8 0",
      "mount -t tmpfs none /tmp",
      "umount -l /proc",
      "unshare -U true",
      ...(found.kind === "namespaces" && !found.asRoot ? [] : ["chroot / true"]),
      "kill -9 1",
    ];
    const script = attempts.map((attempt) => `(${attempt}) 2> /dev/null && echo '${attempt}'`);
    expect((await mine.exec([...script, "echo tried"].join("\n"))).stdout).toBe("tried\n");
    expect(existsSync("/usr/canary")).toBe(false);
  });

  test("cannot redirect the service's reads and writes out of the instance by links", async () => {
    const outside = join(service.dataDir, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "agent.log"), "");
    await mine.exec(`rm -rf /var/log/app && ln -s ${outside} /var/log/app && ls -ld /var/log/app`);
    const honest = join(otherRoot, "var/log/app/agent.log");
    const log = new AgentLog({
      sessions: () => [
        { lease: "a", append: appendingTo(join(root, "var/log/app/agent.log")) },
        { lease: "b", append: appendingTo(honest) },
      ],
    });
    log.add([{ at: "2026-01-01T00:00:00.000000000Z", text: "a canary line" }]);
    // They are written in turn.
    await expect.poll(() => readFile(honest, "utf8").catch(() => "")).toContain("a canary line");
    expect(await readFile(join(outside, "agent.log"), "utf8")).toBe("");
    await rm(outside, { recursive: true });
    const id = root.split("/").at(-2);
    await mine.exec(`ln -s ${join(service.dataDir, "service.db")} /tmp/db`);
    const read = await service.call(`/browsers/${id}/logs/stream?source=path&path=/tmp/db&follow=false`);
    expect(await read.text()).not.toContain("SQLite");
  });

  test("is limited in processes, memory, files and core dumps, without affecting others", async () => {
    const bounds = (await mine.exec("cat /proc/self/limits")).stdout;
    expect(bounds).toMatch(/Max processes +512 +512/);
    expect(bounds).toMatch(/Max core file size +0 +0/);
    expect(bounds).toMatch(/Max open files +4096 +4096/);
    expect(bounds).toMatch(/Max data size +2147483648 /);
    const hog = await mine.exec("dd if=/dev/zero of=/dev/null bs=3G count=1");
    expect(hog.code).not.toBe(0);
    expect(hog.stderr).toContain("memory exhausted");
    const bomb = await mine.spawn(
      "i=0; while [ $i -lt 700 ]; do sleep 300 & i=$((i+1)); done; echo all of them; wait",
    );
    const log = await mine.follow(bomb.process_id);
    await expect.poll(() => log.text("stderr")).toMatch(/fork|unavailable/i);
    expect(log.text()).toBe("");
    expect((await other.exec("echo fine")).stdout).toBe("fine\n");
    await mine.post(`${bomb.process_id}/kill`, { signal: "KILL" });
    await log.ended;
    await expect.poll(async () => (await mine.post("exec", { command: "true" })).status).toBe(200);
    expect((await mine.exec("ps -eo args=")).stdout).not.toContain("sleep 300");
  });

  test("is limited in concurrency: the next gets a Retry-After", async () => {
    const started = await Promise.all(Array.from({ length: 32 }, () => other.spawn("sleep 300")));
    const refused = await other.refused("exec", { command: "true" });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    await Promise.all(started.map(({ process_id }) => other.post(`${process_id}/kill`, { signal: "KILL" })));
    await expect.poll(async () => (await other.post("exec", { command: "true" })).status).toBe(200);
  });
});
