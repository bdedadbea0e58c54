import { expect, test } from "vitest";
import { openPipes } from "./channels.ts";
import { commandLaunch } from "./sandbox.ts";

const file = process.execPath;

/** The arguments and variables with which a program is started. */
async function startedWith(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const code = "process.stdout.write(JSON.stringify([process.argv.slice(1), process.env]))";
  const launch = commandLaunch({
    command: file,
    args: ["-e", code, "--", ...args],
    cwd: "/",
    env,
    terminal: false,
  });
  const [first = "", ...more] = launch.line;
  const output: Buffer[] = [];
  const ended = Promise.withResolvers<number | null>();
  const sink = {
    output: (_stream: string, data: Buffer) => output.push(data) > 0,
    ended: ended.resolve,
  };
  const channel = await openPipes({ file: first, args: more, env: launch.env }, sink, { input: false });
  expect(await channel.report).toMatch(/^started /);
  channel.proceed();
  expect(await ended.promise).toBe(0);
  return JSON.parse(Buffer.concat(output).toString());
}

test("a program gets its arguments and variables as they are", async () => {
  const args = ["", "a b", "$HOME `id` $(id)", "\"'\\", "\\\n", "\\", "!!", "*", "ü🙂", "-x", "A=B"];
  const env = { odd: args.join("\n"), "odd.name-": "x", at: "1", words: "w", report: "r" };
  expect(await startedWith(args, env)).toEqual([args, env]);
});

test("a program gets as many arguments as are allowed, and as long ones", async () => {
  const many = Array.from({ length: 40_000 }, (_, at) => `/a/${at}`);
  expect(await startedWith(many)).toEqual([many, {}]);
  for (const each of ['"', "🙂"]) {
    const long = Array<string>(8).fill(each.repeat(119_000 / Buffer.byteLength(each)));
    expect(await startedWith(long)).toEqual([long, {}]);
  }
});
