// Processes of a session through the published clients.
import { describe, expect, test } from "vitest";
import { lightChromium } from "../support/programs/launch-options.ts";
import { publishedClients } from "../support/programs/published-clients.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { rememberingPaces } from "../support/service/session-processes.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium, paces: rememberingPaces });
const { session_id: id } = await service.create({ headless: true, timeout_seconds: 600 });

const plain = (base64: string | undefined) => Buffer.from(base64 ?? "", "base64").toString();
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe.each(publishedClients)("client $version", (sdk) => {
  const { connect, Kernel } = sdk;
  const processes = () => connect({ baseURL: service.url, apiKey: service.bearer }).browsers.process;

  test("a command runs to its end, with its arguments, folder and environment", async () => {
    const done = await processes().exec(id, {
      command: "sh",
      args: ["-c", 'echo "$GREETING from $PWD"; echo trouble >&2; exit 3'],
      cwd: "/tmp",
      env: { GREETING: "hello" },
    });
    expect(done.exit_code).toBe(3);
    expect(plain(done.stdout_b64)).toBe("hello from /tmp\n");
    expect(plain(done.stderr_b64)).toBe("trouble\n");
    expect(done.duration_ms).toBeGreaterThanOrEqual(0);
    await expect(processes().exec(id, { command: "sh", cwd: "tmp" })).rejects.toBeInstanceOf(
      Kernel.BadRequestError,
    );
    await expect(processes().exec("nobody", { command: "sh" })).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test("a spawned process takes input, has a status and a size, and streams its output to its end", async () => {
    const kernel = processes();
    const spawned = await kernel.spawn(id, { command: "cat", allocate_tty: true, rows: 24, cols: 80 });
    const process = spawned.process_id ?? "";
    expect(spawned.pid).toBeGreaterThan(0);
    const stream = await kernel.stdoutStream(process, { id });
    const status = await kernel.status(process, { id });
    expect(status).toMatchObject({ state: "running", exit_code: null, cpu_pct: expect.any(Number) });
    expect(status.mem_bytes).toBeGreaterThan(0);
    expect(await kernel.resize(process, { id, rows: 30, cols: 100 })).toEqual({ ok: true });
    const input = "said to it";
    expect(await kernel.stdin(process, { id, data_b64: base64(`${input}\n`) })).toEqual({
      written_bytes: input.length + 1,
    });
    let heard = "";
    let exit: number | undefined;
    for await (const item of stream) {
      if (item.event === "exit") exit = item.exit_code;
      const before = heard;
      heard += plain(item.data_b64);
      if (!before.includes(input) && heard.includes(input))
        expect(await kernel.kill(process, { id, signal: "KILL" })).toEqual({ ok: true });
    }
    expect(heard).toContain(input);
    expect(exit).toBe(-1);
    await expect.poll(() => kernel.status(process, { id })).toMatchObject({ state: "exited", exit_code: -1 });
    await expect(kernel.status("no-uuid", { id })).rejects.toBeInstanceOf(Kernel.BadRequestError);
    await expect(
      kernel.kill("3f6d1c1e-6a53-4a52-8f6f-0d8f1d0c7a11", { id, signal: "TERM" }),
    ).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test("every method assigned to this file was called successfully", () => expectCovered("processes", sdk));
});
