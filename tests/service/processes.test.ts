import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { processesNaming } from "../../service/kernel/process-tree.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { processesOf, rememberingPaces } from "../support/service/session-processes.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium, paces: rememberingPaces });
const { session_id: id } = await service.create({ timeout_seconds: 3600 });
const root = join(service.dataDir, "instances", id, "root");
const processes = processesOf(service, id);

const nobody = "00000000-0000-4000-8000-000000000000";
/** A sleep that can be distinguished from every other one. */
let sleepCount = 0;
const sleepCommand = () => `sleep 86${process.pid}.${++sleepCount}`;

describe("exec", () => {
  test("returns both outputs, the exit code and the duration", async () => {
    const result = await processes.exec("sh", {
      args: ["-c", "echo out; echo err >&2; cat; sleep 0.2; exit 3"],
    });
    expect(result).toMatchObject({ code: 3, stdout: "out\n", stderr: "err\n" });
    expect(result.durationMs).toBeGreaterThanOrEqual(200);
  });

  test("passes arguments verbatim, directory and variables; without args a line goes to the shell", async () => {
    const options = { args: ["%s|", "a b", "$HOME", "", "ü"] };
    expect((await processes.exec("printf", options)).stdout).toBe("a b|$HOME||ü|");
    const line = await processes.exec('echo "$(pwd) $COLOR" | tr a-z A-Z && exit 4', {
      cwd: "/tmp",
      env: { COLOR: "red", "odd.name-": "x" },
    });
    expect(line).toMatchObject({ code: 4, stdout: "/TMP RED\n" });
    expect((await processes.exec("pwd")).stdout).toBe("/home/fleetdeck\n");
    expect((await processes.exec("id -un", { as_user: "fleetdeck" })).stdout).toBe("fleetdeck\n");
    for (const timeout_sec of [null, 0]) {
      const empty = { as_root: true, as_user: null, cwd: null, timeout_sec };
      expect((await processes.exec("true", empty)).code).toBe(0);
    }
  });

  test("distinguishes a signal (-1) from a similar exit code", async () => {
    expect((await processes.exec("kill -KILL $$")).code).toBe(-1);
    expect((await processes.exec("kill -TERM $$")).code).toBe(-1);
    expect((await processes.exec("exit 137")).code).toBe(137);
  });

  test("answers a non-retryable 500 at its timeout and ends all it started", async () => {
    const lost = sleepCommand();
    const refused = await processes.refused("exec", {
      command: `setsid ${lost} & trap '' TERM; ${lost}; true`,
      timeout_sec: 1,
    });
    expect(refused).toMatchObject({ status: 500, code: "process_timeout" });
    expect(refused.message).toContain("1 s");
    expect(refused.headers.get("x-should-retry")).toBe("false");
    expect(await processesNaming(lost)).toEqual([]);
    // The next one is none of its business.
    expect((await processes.exec("sleep 0.1; echo well")).stdout).toBe("well\n");
  });

  test("ends when its caller disconnects", async () => {
    const lost = sleepCommand();
    const leave = new AbortController();
    const pending = processes.post("exec", { command: lost }, { signal: leave.signal });
    await expect.poll(() => processesNaming(lost)).not.toEqual([]);
    leave.abort();
    await expect(pending).rejects.toThrow();
    await expect.poll(() => processesNaming(lost)).toEqual([]);
  });

  test("stores 10 MB of each output and reports what was cut", async () => {
    const most = 10 * 1024 * 1024;
    const result = await processes.exec(`head -c ${most + 5000} /dev/zero | tr '\\0' a; echo end >&2`);
    expect(result.code).toBe(0);
    expect(result.stdout).toHaveLength(most);
    expect(result.stderr).toBe(`end\n\n[stdout was cut after ${most} bytes; 5000 more were dropped]\n`);
  });

  test("does not wait for background processes", async () => {
    const left = sleepCommand();
    expect(await processes.exec(`${left} & echo done`)).toMatchObject({ code: 0, stdout: "done\n" });
    expect((await processes.exec("pkill", { args: ["-f", left] })).code).toBe(0);
    await expect.poll(() => processesNaming(left)).toEqual([]);
  });

  test("shares its files with the file and log operations", async () => {
    await writeFile(join(root, "tmp/given"), "given\n", { mode: 0o600 });
    const result = await processes.exec(
      "cat given; echo more >> given; chmod 640 given; mkdir /own; echo a line > /own/log",
      {
        cwd: "/tmp",
      },
    );
    expect(result).toMatchObject({ code: 0, stdout: "given\n", stderr: "" });
    expect(await readFile(join(root, "tmp/given"), "utf8")).toBe("given\nmore\n");
    const log = await service.call(`/browsers/${id}/logs/stream?source=path&path=/own/log&follow=false`);
    expect(await log.text()).toContain('"message":"a line"');
    const moved = await service.call(`/browsers/${id}/fs/move`, {
      method: "PUT",
      body: JSON.stringify({ src_path: "/own/log", dest_path: "/tmp/log" }),
    });
    expect(moved.status).toBe(200);
    expect((await processes.exec("cat /tmp/log")).stdout).toBe("a line\n");
  });

  test.each([
    [{}, "body.command"],
    [{ command: "" }, "body.command"],
    [{ command: "no-such-program" }, "no-such-program"],
    [{ command: "/etc" }, "/etc"],
    [{ command: "a\0b" }, "NUL"],
    [{ command: "ls", extra: 1 }, "extra"],
    [{ command: "ls", args: "-l" }, "body.args"],
    [{ command: "ls", args: [1] }, "body.args.0"],
    [{ command: "ls", args: ["x".repeat(130_000)] }, "longer"],
    [{ command: "ls", args: Array.from({ length: 20 }, () => "x".repeat(100_000)) }, "in all"],
    [{ command: "ls", cwd: "tmp" }, "body.cwd"],
    [{ command: "ls", cwd: "/../.." }, "body.cwd"],
    [{ command: "ls", cwd: "/nowhere" }, "body.cwd"],
    [{ command: "ls", env: { "A=B": "c" } }, "body.env"],
    [{ command: "ls", env: { "": "c" } }, "body.env"],
    [{ command: "ls", env: { A: 1 } }, "body.env.A"],
    [{ command: "ls", env: { A: "a\0b" } }, "NUL"],
    [{ command: "ls", as_root: true, as_user: "root" }, "as_user"],
    [{ command: "ls", as_user: "daemon" }, "daemon"],
    [{ command: "ls", timeout_sec: -1 }, "timeout_sec"],
    [{ command: "ls", timeout_sec: 1.5 }, "timeout_sec"],
  ])("refuses %o", async (body, named) => {
    const refused = await processes.refused("exec", body);
    expect(refused).toMatchObject({ status: 400, code: "bad_request" });
    expect(refused.details?.map((detail) => detail.message).join()).toContain(named);
  });

  test("answers 404 for an unknown session", async () => {
    const other = processesOf(service, "a".repeat(24));
    expect((await other.refused("exec", { command: "ls" })).status).toBe(404);
    expect((await other.refused("spawn", { command: "ls" })).status).toBe(404);
    expect((await other.get(`${nobody}/stdout/stream`)).status).toBe(404);
  });

  test("leaves no zombie and no handle behind after twenty", async () => {
    const five = () => Promise.all(Array.from({ length: 5 }, () => processes.exec("(true &); true")));
    await five();
    const handles = async () => (await readdir("/proc/self/fd")).length;
    const zombies = async () => {
      const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
      const stats = await Promise.all(
        pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")),
      );
      return stats.filter((stat) => / Z /.test(stat) && stat.includes(` ${process.pid} `)).length;
    };
    const before = await handles();
    for (let round = 0; round < 4; round++) await five();
    // Connections of the test itself come and go; one handle left by each would be twenty.
    await expect.poll(handles).toBeLessThan(before + 15);
    await expect.poll(zombies).toBe(0);
    // One that has just ended may be seen before it is reaped; none stays.
    const states = async () => (await processes.exec("ps -eo stat=")).stdout;
    await expect.poll(states).not.toContain("Z");
  });
});

describe("a spawned process", () => {
  test("takes input, streams output, has a status, also for a while after its end", async () => {
    const { process_id, pid, started_at } = await processes.spawn("sh", {
      args: ["-c", 'echo ready; read line; echo "got $line"; echo bad >&2; exit 5'],
    });
    expect(pid).toBeGreaterThan(1);
    expect(Date.parse(started_at ?? "")).toBeLessThanOrEqual(Date.now());
    const first = await processes.follow(process_id);
    const second = await processes.follow(process_id);
    expect(first.answer.headers.get("content-type")).toBe("text/event-stream");
    await expect.poll(() => first.text()).toBe("ready\n");
    const status = await processes.status(process_id);
    expect(status).toMatchObject({ state: "running", exit_code: null });
    expect(status).toMatchObject({ cpu_pct: expect.any(Number), mem_bytes: expect.any(Number) });
    const written = await processes.write(process_id, "word\n");
    expect([written.status, await written.json()]).toEqual([200, { written_bytes: 5 }]);
    await Promise.all([first.ended, second.ended]);
    for (const reader of [first, second, await processes.follow(process_id)]) {
      await reader.ended;
      expect(reader.text()).toBe("ready\ngot word\n");
      expect(reader.text("stderr")).toBe("bad\n");
      expect(reader.events.at(-1)).toEqual({ event: "exit", exit_code: 5 });
    }
    expect(await processes.status(process_id)).toEqual({ state: "exited", exit_code: 5 });
    expect((await processes.write(process_id, "late")).status).toBe(400);
    expect((await processes.post(`${process_id}/kill`, { signal: "TERM" })).status).toBe(200);
  });

  test("reports its actual CPU usage", async () => {
    const { process_id } = await processes.spawn("while :; do :; done");
    await expect
      .poll(async () => (await processes.status(process_id)).cpu_pct, { timeout: 60_000, interval: 1100 })
      .toBeGreaterThan(10);
    await processes.post(`${process_id}/kill`, { signal: "KILL" });
    await expect.poll(() => processes.status(process_id)).toEqual({ state: "exited", exit_code: -1 });
  });

  test("receives signals with all its descendants, in any session or under any parent", async () => {
    const [near, far, orphan] = [sleepCommand(), sleepCommand(), sleepCommand()];
    const { process_id } = await processes.spawn(
      `sh -c 'setsid ${far} & (env -i setsid ${orphan} &); ${near}; true'; trap 'echo heard' TERM; while :; do ${near}; done`,
    );
    for (const each of [near, far, orphan]) {
      await expect.poll(() => countExactCommand(each)).toBeGreaterThan(0);
    }
    const log = await processes.follow(process_id);
    expect(await (await processes.post(`${process_id}/kill`, { signal: "TERM" })).json()).toEqual({
      ok: true,
    });
    for (const each of [far, orphan]) await expect.poll(() => countExactCommand(each)).toBe(0);
    // The outer shell did not have its trap yet, or has received it: either way the next one ends it.
    await processes.post(`${process_id}/kill`, { signal: "KILL" });
    await log.ended;
    expect(log.events.at(-1)).toEqual({ event: "exit", exit_code: -1 });
    expect(await countExactCommand(near)).toBe(0);
  });

  test("may survive TERM, INT and HUP, not KILL", async () => {
    const { process_id } = await processes.spawn(
      "trap 'echo term' TERM; trap 'echo int' INT; trap 'echo hup' HUP; echo set; while :; do sleep 0.05; done",
    );
    const log = await processes.follow(process_id);
    await expect.poll(() => log.text()).toContain("set");
    for (const signal of ["TERM", "INT", "HUP"]) {
      await processes.post(`${process_id}/kill`, { signal });
      await expect.poll(() => log.text()).toContain(signal.toLowerCase());
    }
    expect(await processes.status(process_id)).toMatchObject({ state: "running" });
    await processes.post(`${process_id}/kill`, { signal: "KILL" });
    await log.ended;
    expect(log.events.at(-1)).toEqual({ event: "exit", exit_code: -1 });
  });

  test("ends at its timeout", async () => {
    const { process_id } = await processes.spawn(sleepCommand(), { timeout_sec: 1 });
    const log = await processes.follow(process_id);
    await log.ended;
    expect(log.events).toEqual([{ event: "exit", exit_code: -1 }]);
  });

  test("continues without a reader: the newest output is stored, and the gap reported", async () => {
    const { process_id } = await processes.spawn("head -c 3000000 /dev/zero | tr '\\0' a; echo; echo last");
    await expect.poll(() => processes.status(process_id)).toEqual({ state: "exited", exit_code: 0 });
    const log = await processes.follow(process_id);
    await log.ended;
    const lost = Number(
      /^\[(\d+) bytes of earlier output are no longer stored\]\n$/.exec(log.text("stderr"))?.[1],
    );
    expect(lost).toBeGreaterThan(2_000_000);
    expect(log.text()).toHaveLength(3_000_006 - lost);
    expect(log.text()).toMatch(/^a+\nlast\n$/);
  });

  test("waits for a slower reader without loss", async () => {
    const { process_id } = await processes.spawn("read _; seq 1 400000");
    const log = await processes.follow(process_id);
    expect((await processes.write(process_id, "\n")).status).toBe(200);
    await log.ended;
    const whole = Array.from({ length: 400_000 }, (_, at) => `${at + 1}\n`).join("");
    const sum = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
    expect(sum(log.bytes("stdout"))).toBe(sum(whole));
    expect(log.events.at(-1)).toEqual({ event: "exit", exit_code: 0 });
  });

  test("input: base64 only, 400 once closed, 429 when it is not read", async () => {
    const deaf = await processes.spawn(`exec ${sleepCommand()}`);
    for (const body of [{}, { data_b64: "?" }, { data_b64: 1 }, { data_b64: "YQ==", more: 1 }]) {
      expect((await processes.refused(`${deaf.process_id}/stdin`, body)).status).toBe(400);
    }
    const much = "x".repeat(900_000);
    expect((await processes.write(deaf.process_id, much)).status).toBe(200);
    expect((await processes.write(deaf.process_id, much)).status).toBe(429);
    const closed = await processes.spawn(`exec 0<&-; echo closed; ${sleepCommand()}`);
    const log = await processes.follow(closed.process_id);
    await expect.poll(() => log.text()).toBe("closed\n");
    await expect.poll(async () => (await processes.write(closed.process_id, "x")).status).toBe(400);
    for (const { process_id } of [deaf, closed])
      await processes.post(`${process_id}/kill`, { signal: "KILL" });
    await log.ended;
  });

  test("input that a terminal does not take is refused as that of a pipe", async () => {
    const deaf = await processes.spawn(`exec ${sleepCommand()}`, { allocate_tty: true });
    const much = "a line\n".repeat(130_000);
    expect((await processes.write(deaf.process_id, much)).status).toBe(200);
    expect((await processes.write(deaf.process_id, much)).status).toBe(429);
    await processes.post(`${deaf.process_id}/kill`, { signal: "KILL" });
  });

  test("may have a terminal with a size and input", async () => {
    const { process_id } = await processes.spawn("sh", { allocate_tty: true, rows: 30, cols: 100 });
    const log = await processes.follow(process_id);
    await processes.write(process_id, "stty size; test -t 0 && echo a-terminal\n");
    await expect.poll(() => log.text()).toContain("30 100\r\na-terminal");
    expect(log.text()).not.toContain("uts:");
    const resized = await processes.post(`${process_id}/resize`, { rows: 50, cols: 120 });
    expect([resized.status, await resized.json()]).toEqual([200, { ok: true }]);
    const long = sleepCommand();
    await processes.write(process_id, `stty size; ${long}\n`);
    await expect.poll(() => log.text()).toContain("50 120");
    await expect.poll(() => countExactCommand(long)).toBe(1);
    await processes.write(process_id, "\x03");
    await processes.write(process_id, "echo still $((40 + 2)); exit 6\n");
    await log.ended;
    expect(log.text()).toContain("still 42");
    expect(log.events.at(-1)).toEqual({ event: "exit", exit_code: 6 });
    expect((await processes.post(`${process_id}/resize`, { rows: 5, cols: 5 })).status).toBe(400);
    for (const bad of [
      { allocate_tty: true, rows: 0 },
      { allocate_tty: true, cols: 65_536 },
      { allocate_tty: "yes" },
    ]) {
      expect((await processes.refused("spawn", { command: "sh", ...bad })).status).toBe(400);
    }
    expect((await processes.refused("spawn", { command: "nothing", allocate_tty: true })).status).toBe(400);
  });

  test("accepts valid signals, sizes and ids only", async () => {
    const { process_id } = await processes.spawn(sleepCommand());
    for (const body of [{}, { signal: "STOP" }, { signal: "SIGTERM" }, { signal: "TERM", more: 1 }]) {
      expect((await processes.refused(`${process_id}/kill`, body)).status).toBe(400);
    }
    expect((await processes.refused(`${process_id}/resize`, { rows: 1, cols: 1 })).message).toContain(
      "terminal",
    );
    expect((await processes.refused(`${process_id}/resize`, { rows: 1 })).status).toBe(400);
    await processes.post(`${process_id}/kill`, { signal: "KILL" });
    const calls: [string, object][] = [
      ["kill", { signal: "TERM" }],
      ["stdin", { data_b64: "YQ==" }],
      ["resize", { rows: 1, cols: 1 }],
    ];
    for (const [path, body] of calls) {
      expect((await processes.refused(`${nobody}/${path}`, body)).status).toBe(404);
      expect((await processes.refused(`no-uuid/${path}`, body)).status).toBe(400);
    }
    expect((await processes.get(`${nobody}/stdout/stream`)).status).toBe(404);
    expect((await processes.get("no-uuid/stdout/stream")).status).toBe(400);
  });

  test("of the instance itself has a status only", async () => {
    const own = service.sessions.find(id)?.chromium.process.id ?? "";
    expect(await processes.status(own)).toMatchObject({ state: "running" });
    expect((await processes.refused(`${own}/kill`, { signal: "KILL" })).status).toBe(400);
    expect((await processes.get(`${own}/stdout/stream`)).status).toBe(400);
  });
});

test("all processes end with their session, and streams report it", async () => {
  const { session_id } = await service.create();
  const doomed = processesOf(service, session_id);
  const [running, orphan] = [sleepCommand(), sleepCommand()];
  await doomed.exec(`setsid ${orphan} > /dev/null 2>&1 &`);
  const { process_id } = await doomed.spawn(running);
  const waiting = doomed.post("exec", { command: sleepCommand() });
  const log = await doomed.follow(process_id);
  await expect.poll(() => countExactCommand(orphan)).toBe(1);
  expect((await service.call(`/browsers/${session_id}`, { method: "DELETE" })).status).toBe(204);
  expect([await countExactCommand(running), await countExactCommand(orphan)]).toEqual([0, 0]);
  await log.ended;
  expect(log.events).toEqual([{ event: "exit", exit_code: -1 }]);
  expect((await waiting).status).toBe(404);
  expect((await doomed.get(`${process_id}/status`)).status).toBe(404);
});

test("all processes end when the session changes holder", async () => {
  const { session_id } = await service.create();
  const former = processesOf(service, session_id);
  const orphan = sleepCommand();
  await former.exec(`setsid ${orphan} > /dev/null 2>&1 &`);
  const { process_id } = await former.spawn(sleepCommand());
  service.sessions.assign(session_id, { idle: false });
  await expect.poll(() => countExactCommand(orphan)).toBe(0);
  expect((await former.get(`${process_id}/status`)).status).toBe(404);
  expect((await former.exec("echo anew")).stdout).toBe("anew\n");
  await service.call(`/browsers/${session_id}`, { method: "DELETE" });
});

/** Processes that are this very sleep, not shells that name it. */
async function countExactCommand(command: string): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return lines.filter((line) => line === `${command.replaceAll(" ", "\0")}\0`).length;
}
